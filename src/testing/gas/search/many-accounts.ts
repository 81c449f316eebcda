import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAddress } from '../../../primitives/address.ts';
import { emptyCodeHash } from '../../../primitives/crypto/keccak.ts';
import { parseHash } from '../../../primitives/hash.ts';
import { emptyView } from '../../../state/empty-view.ts';
import { StateDatabase } from '../../../state/state-database.ts';
import type { StateView } from '../../../state/types.ts';
import { createWorldState } from '../../../state/world-state.ts';
import { Batch } from '../../../store/batch.ts';
import { openLmdbStore } from '../../../store/lmdb-store.ts';
import { loopAddress } from './search-code.ts';

const perBlock = 20_000;

/**
 * A state in a database of its own with accounts at the addresses 1 to `count`, and as many slots of the account that
 * runs the loops: what a loop reads by its counter. An empty state without a database when `count` is 0.
 */
export async function openManyAccounts(count: number): Promise<{ readonly base: StateView; close(): Promise<void> }> {
  if (count === 0) return { base: emptyView, close: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'qord-gas-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const first = openLmdbStore(folder, { durable: false });
    fill(new StateDatabase(first), count);
    await first.close();
    const store = openLmdbStore(folder); // without what the first has cached
    const base = new StateDatabase(store).head;
    const close = async () => {
      await store.close();
      remove();
    };
    return { base, close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** In blocks, so that the memory that it takes does not grow with `count`. */
function fill(database: StateDatabase, count: number): void {
  for (let first = 1; first <= count; first += perBlock) {
    const state = createWorldState(database.head);
    state.setAccount(loopAddress, { nonce: 1n, balance: 1n, codeHash: emptyCodeHash });
    for (let number = first; number < first + perBlock && number <= count; number++) {
      const digits = number.toString(16);
      state.setAccount(parseAddress(`0x${digits.padStart(40, '0')}`), {
        nonce: 1n,
        balance: 1n,
        codeHash: emptyCodeHash,
      });
      state.setEntry(loopAddress, parseHash(`0x${digits.padStart(64, '0')}`), Uint8Array.of(7));
    }
    database.commit(database.prepare(state.changes()), new Batch());
  }
}
