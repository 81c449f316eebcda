import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devGenesis } from '../../../chain/genesis/dev-genesis.ts';
import type { GenesisAccount, GenesisDocument } from '../../../chain/genesis/parse-genesis.ts';
import { openChain } from '../../../chain/open-chain.ts';
import { createEngine } from '../../../evm/engine.ts';
import { type Address, parseAddress } from '../../../primitives/address.ts';
import type { Hex } from '../../../primitives/hex.ts';
import { emptyView } from '../../../state/empty-view.ts';
import type { StateView } from '../../../state/types.ts';
import { openLmdbStore } from '../../../store/lmdb-store.ts';
import { loopAddress } from './search-code.ts';

const noCode = new Uint8Array(0);

/**
 * A state in a database of its own with accounts at the addresses 1 to `count`, and as many slots of the account that
 * runs the loops: what a loop reads by its counter. An empty state without a database when `count` is 0.
 */
export async function openManyAccounts(count: number): Promise<{ readonly base: StateView; close(): Promise<void> }> {
  if (count === 0) return { base: emptyView, close: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'qord-gas-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const context = { engine: createEngine(), natives: { at: () => undefined, addresses: [] }, modules: [] };
  try {
    const first = openLmdbStore(folder);
    openChain(first, context, genesisOf(count));
    await first.close();
    const store = openLmdbStore(folder); // without what the first has cached
    const base = openChain(store, context, undefined).headState();
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

function genesisOf(count: number): GenesisDocument {
  const alloc = new Map<Address, GenesisAccount>();
  const storage: Record<Hex, Uint8Array> = {};
  for (let number = 1; number <= count; number++) {
    const digits = number.toString(16);
    storage[`0x${digits.padStart(64, '0')}`] = Uint8Array.of(7);
    alloc.set(parseAddress(`0x${digits.padStart(40, '0')}`), { balance: 1n, nonce: 1n, code: noCode, storage: {} });
  }
  alloc.set(loopAddress, { balance: 1n, nonce: 1n, code: noCode, storage });
  return { ...devGenesis(), alloc };
}
