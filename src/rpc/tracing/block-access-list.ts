import { replayEndHooks } from '../../chain/replay-block.ts';
import { PrestateRecorder } from '../../evm/tracing/prestate-recorder.ts';
import type { TraceSubject } from '../../evm/tracing/trace.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';
import { hashFromNumber } from '../../primitives/hash.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { type RlpInput, rlpInteger } from '../../primitives/rlp/item.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';
import { type AccountAccesses, BlockAccesses } from './block-accesses.ts';
import { createTraceBudget, withinTraceLimit } from './run-trace.ts';
import { requireReplay, traceReplay } from './trace-transactions.ts';

type BlockAccessRequest = ExecutionRequest & { readonly height: number; readonly format: 'json' | 'rlp' };

/**
 * eth_getBlockAccessList, debug_getRawBlockAccessList: executes a block again and lists what it touched (EIP-7928). The
 * genesis block executes nothing.
 */
export const blockAccessExecution = defineExecution<BlockAccessRequest>('blockAccesses', {
  run: (node, { height, format }, control) => {
    const { maxTraceBytes } = node.limits;
    const remedy = 'an operator may raise it';
    const read = () => (height === node.chain.identity.genesisHeight ? [] : accessesOf(node, height, control));
    const accesses = withinTraceLimit(maxTraceBytes, remedy, read);
    return format === 'json' ? accesses.map(toJson) : toHex(encodeRlp(accesses.map(toRlp)));
  },
});

function accessesOf(node: ExecutionNode, height: number, control: ExecutionControl): readonly AccountAccesses[] {
  const { chain, natives, limits } = node;
  const parent = chain.states.at(height - 1);
  const replay = requireReplay(node, height);
  if (parent === undefined) throw new Error(`block ${height} is there, but not the state before it`);
  const budget = createTraceBudget(control, limits.maxTraceBytes);
  const accesses = new BlockAccesses(natives, budget.meter);
  accesses.addChanges(0, parent, replay.state, replay.state.changes());
  const create = (subject: TraceSubject) => {
    const recorder = new PrestateRecorder(subject);
    const result = () => {
      accesses.add(1 + (subject.position?.transactionIndex ?? 0), recorder.accounts());
      return null;
    };
    return { tracer: recorder, result };
  };
  const { length } = traceReplay(node, replay, { create }, budget);
  const shouldStop = () => control.shouldStop();
  const after = replayEndHooks(node, replay, chain.receipts(height) ?? [], { shouldStop });
  assertNotStopped(control);
  accesses.addChanges(length + 1, replay.state, after, after.changes());
  return accesses.list();
}

/** As the Ethereum execution API describes it: every member, indexes and amounts as quantities, slots as words. */
function toJson(account: AccountAccesses): JsonValue {
  const { address, storageChanges, storageReads, balanceChanges, nonceChanges, codeChanges } = account;
  const amounts = (changes: readonly (readonly [number, bigint])[]) =>
    changes.map(([index, value]) => ({ index: quantity(index), value: quantity(value) }));
  return {
    address,
    storageChanges: storageChanges.map(([key, changes]) => ({
      key,
      changes: changes.map(([index, value]) => ({ index: quantity(index), value: hashFromNumber(value) })),
    })),
    storageReads,
    balanceChanges: amounts(balanceChanges),
    nonceChanges: amounts(nonceChanges),
    codeChanges: codeChanges.map(([index, code]) => ({ index: quantity(index), code: toHex(code) })),
  };
}

function toRlp(account: AccountAccesses): RlpInput {
  const { address, storageChanges, storageReads, balanceChanges, nonceChanges, codeChanges } = account;
  const integers = (changes: readonly (readonly [number, bigint])[]): RlpInput =>
    changes.map(([index, value]) => [rlpInteger(index), rlpInteger(value)]);
  const slot = (key: Hex) => rlpInteger(bytesToBigint(fromHex(key)));
  return [
    address,
    storageChanges.map(([key, changes]) => [slot(key), integers(changes)]),
    storageReads.map(slot),
    integers(balanceChanges),
    integers(nonceChanges),
    codeChanges.map(([index, code]) => [rlpInteger(index), code]),
  ];
}
