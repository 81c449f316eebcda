import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createEngine } from '../evm/engine.ts';
import { emptyReport } from '../kernel/module.ts';
import { zeroAddress } from '../primitives/address.ts';
import { stateFault } from '../state/state-fault.ts';
import { Batch } from '../store/batch.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { signFrom } from '../testing/sign-from.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Chain } from './chain.ts';
import { ChainError, type ChainFault } from './chain-error.ts';
import { devGenesis } from './genesis/dev-genesis.ts';
import { genesisHash } from './genesis/execute-genesis.ts';
import { openChain, openChainReader } from './open-chain.ts';
import { chainTables } from './storage/tables.ts';
import { dataFormat } from './storage/totals.ts';
import type { CommittedBlock } from './types.ts';

const context = { engine: createEngine(), natives: { at: () => undefined, addresses: [] }, modules: [] };
const genesis = devGenesis();

function mine(chain: Chain, nonce: bigint): CommittedBlock {
  const report = emptyReport(0);
  const executed = chain.next.execute({ miner: zeroAddress, report }, [signFrom(0, { nonce })]);
  chain.commit(executed);
  return executed;
}

function faultOf(open: () => unknown): ChainFault {
  try {
    open();
  } catch (error) {
    assert.ok(error instanceof ChainError);
    return error.fault;
  }
  throw new Error('the chain opened');
}

function onDisk(t: TestContext): { reopen: () => Promise<Store> } {
  const folder = temporaryFolder(t);
  let store: Store | undefined;
  t.after(() => store?.close());
  return {
    reopen: async () => {
      await store?.close();
      store = openLmdbStore(folder);
      return store;
    },
  };
}

test('a chain on disk continues at its head', async (t) => {
  const { reopen } = onDisk(t);
  const first = openChain(await reopen(), context, genesis);
  const committed = [mine(first, 0n), mine(first, 1n)];
  for (const given of [genesis, undefined]) {
    const store = await reopen();
    const { reader } = openChain(store, context, given);
    assert.deepEqual(reader.head(), committed[1]?.block.header);
    assert.deepEqual(reader.block(1), committed[0]?.block);
    assert.equal(reader.transactionTotal(), 2);
    assert.equal(stateFault(store), undefined);
  }
  const third = openChain(await reopen(), context, undefined);
  assert.equal(mine(third, 2n).block.header.number, 3);
});

test('opening without a chain and without a genesis fails', () => {
  const store = createMemoryStore();
  assert.deepEqual(
    faultOf(() => openChain(store, context, undefined)),
    { code: 'genesis-missing' },
  );
  assert.deepEqual([...store.range(chainTables.chainTotals)], []);
});

test("another chain's genesis is rejected with both hashes; the same with other formatting is not", () => {
  const store = createMemoryStore();
  const { reader } = openChain(store, context, genesis);
  const other = { ...genesis, timestamp: genesis.timestamp + 1 };
  const fault = faultOf(() => openChain(store, context, other));
  const [stored, given] = [reader.head().hash, genesisHash(other, context)];
  assert.deepEqual(fault, { code: 'genesis-mismatch', stored, given });
  assert.ok(new ChainError(fault).message.includes(stored) && new ChainError(fault).message.includes(given));
  openChain(store, context, genesis);
});

test('data in another format are rejected, whether they have a version or not', () => {
  const store = createMemoryStore();
  openChain(store, context, genesis);
  const key = Buffer.from('format');
  const faultAfter = (value: Uint8Array | undefined) => {
    const batch = new Batch();
    if (value === undefined) batch.remove(chainTables.chainTotals, key);
    else batch.put(chainTables.chainTotals, key, value);
    store.commit(batch);
    const fault = faultOf(() => openChain(store, context, genesis));
    assert.deepEqual(
      faultOf(() => openChainReader(store)),
      fault,
    );
    return fault;
  };
  assert.deepEqual(faultAfter(undefined), { code: 'other-format', stored: 1, known: dataFormat });
  assert.deepEqual(faultAfter(Uint8Array.of(3)), { code: 'other-format', stored: 3, known: dataFormat });
});

test('data whose newest block and state do not match are rejected', () => {
  const store = createMemoryStore();
  const chain = openChain(store, context, genesis);
  const before = [...store.range(chainTables.chainTotals)];
  mine(chain, 0n);
  const batch = new Batch();
  for (const [key, value] of before) batch.put(chainTables.chainTotals, key, value);
  store.commit(batch);
  assert.equal(faultOf(() => openChain(store, context, genesis)).code, 'corrupt');
});

test('a failed commit leaves no trace, in memory and on disk', () => {
  const inner = createMemoryStore();
  let broken = false;
  const store: Store = {
    ...inner,
    commit: (batch) => {
      if (broken) throw new Error('disk full');
      inner.commit(batch);
    },
  };
  const chain = openChain(store, context, genesis);
  const head = mine(chain, 0n).block.header;
  broken = true;
  assert.throws(() => mine(chain, 1n), /disk full/);
  assert.deepEqual(chain.reader.head(), head);
  assert.equal(chain.reader.transactionTotal(), 1);
  broken = false;
  assert.equal(mine(chain, 1n).block.header.number, 2);
  assert.equal(stateFault(inner), undefined);
});

test('a reader in another thread follows the chain on refresh', () => {
  const store = createMemoryStore();
  const chain = openChain(store, context, genesis);
  const beside = openChainReader(store);
  const { block } = mine(chain, 0n);
  assert.equal(beside.head().number, 0);
  assert.equal(beside.block(1), undefined);
  assert.equal(beside.locate(block.transactions[0]?.hash ?? block.header.hash), undefined);
  beside.refresh();
  assert.deepEqual(beside.head(), block.header);
  assert.deepEqual(beside.block(1), block);
  assert.equal(beside.transactionTotal(), 1);
  assert.equal(beside.states.at(1)?.account(signFrom(0).sender)?.nonce, 1n);
});
