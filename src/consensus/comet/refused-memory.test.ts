import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../evm/engine.ts';
import { EvmInstance } from '../../evm/instance/evm-instance.ts';
import { ExhaustedError } from '../../evm/instance/exhausted-error.ts';
import { WasmMemory } from '../../evm/instance/wasm-memory.ts';
import type { Engine } from '../../kernel/engine.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { toHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/types.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { openApplication } from '../../testing/network/comet-application.ts';
import { accepted, blockOf, proposalOf, rejected } from '../../testing/network/comet-proposals.ts';
import { signFrom } from '../../testing/sign-from.ts';

const pageBytes = 65_536;
const tableBytes = new EvmInstance().engine.MEMORY_START.value;

/** An engine to which the system gives a megabyte for the memories of frames. */
function scarceEngine(): Engine {
  return createEngine(() => new EvmInstance(new WasmMemory(tableBytes / pageBytes + 16)));
}

/** The application of a node with that engine over a store. */
function open(engine: Engine, store: Store = createMemoryStore()) {
  const fund = createMemoryChain(
    (state) => {
      for (const { address } of developmentAccounts) state.mint(address, 1_000_000n * weiPerQor);
    },
    { engine, store },
  );
  const internalErrors: unknown[] = [];
  const onInternalError = (error: unknown) => void internalErrors.push(error);
  return { ...openApplication({ chain: fund.chain, onInternalError }), internalErrors };
}

const fees = { value: 0n, cap: 10n ** 13n };
const hungry = signFrom(1, {
  ...{ ...fees, to: undefined, gasLimit: 12_000_000n },
  data: assemble(1, 2_000_000, 'MSTORE8', 'STOP'),
});
const modest = signFrom(2, fees);

test('what there is no memory for is left out of a proposal, and rejected in that of others', async () => {
  const { application, mempool, blockErrors, internalErrors } = open(scarceEngine());
  mempool.add(hungry);
  mempool.add(modest);
  const { txs = [] } = await application.prepareProposal(proposalOf());
  assert.deepEqual(txs.slice(1).map(toHex), [toHex(modest.raw)]);
  assert.ok(internalErrors.length === 1 && internalErrors[0] instanceof ExhaustedError);
  const proposed = [...txs.slice(0, 1), hungry.raw, modest.raw];
  assert.deepEqual(await application.processProposal(blockOf(proposed)), { status: rejected });
  assert.ok(blockErrors[0] instanceof ExhaustedError);
});

test('a decided block for which there is no memory is an error, again after a restart, and never another hash', async () => {
  const enough = open(createEngine());
  enough.mempool.add(hungry);
  enough.mempool.add(modest);
  const { txs = [] } = await enough.application.prepareProposal(proposalOf());
  assert.equal(txs.length, 3);
  assert.deepEqual(await enough.application.processProposal(blockOf(txs)), { status: accepted });
  const { appHash } = await enough.application.finalizeBlock(blockOf(txs));

  const store = createMemoryStore();
  for (let start = 0; start < 3; start++) {
    const { application, chain } = open(scarceEngine(), store);
    for (let time = 0; time < 2; time++) {
      await assert.rejects(async () => application.finalizeBlock(blockOf(txs)), ExhaustedError);
      await assert.rejects(async () => application.commit({}), /has not finalized/);
      assert.equal(chain.reader.head().number, 0);
    }
  }
  const { application } = open(createEngine(), store);
  assert.deepEqual((await application.finalizeBlock(blockOf(txs))).appHash, appHash);
});
