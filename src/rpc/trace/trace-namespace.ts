import { noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { feeCap, type Transaction, tipCap } from '../../kernel/transaction/transaction.ts';
import { assertLength } from '../../mempool/admission.ts';
import type { Hash } from '../../primitives/hash.ts';
import { define, optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import { nullable } from '../evm-common/schemas.ts';
import { assertChainIdAt } from '../execution/call-context.ts';
import type { CallExecution } from '../execution/call-executions.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { type BlockRef, blockRefParam, latest } from '../params/block-ref.ts';
import { dataParam, hashParam } from '../params/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { callParam } from '../params/call-type.ts';
import { blockOverridesParam, stateOverridesParam } from '../params/overrides.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { filterExecution } from './filter-execution.ts';
import {
  blockCallsExecution,
  blockReplayExecution,
  callTracesExecution,
  replayExecution,
  transactionCallsExecution,
} from './trace-executions.ts';
import {
  filterParam,
  noTypes,
  positionParam,
  type TraceFilter,
  type TypedCall,
  typedCallsParam,
  typesParam,
} from './trace-params.ts';

type Dependencies = Pick<EthDependencies, 'chain' | 'node' | 'limits'>;
type Overrides = Pick<CallExecution, 'stateOverrides' | 'blockOverrides'>;

const noOverrides: Overrides = { stateOverrides: new Map(), blockOverrides: noBlockOverrides };

const callsSchema: JsonSchema = { type: 'array', items: { type: 'object', description: 'A call with its place.' } };
const resultSchema: JsonSchema = {
  type: 'object',
  properties: { output: {}, trace: callsSchema, vmTrace: {}, stateDiff: {} },
};
const hash = hashParam('hash', 'Hash of the transaction.');
const at = (height: number): BlockRef => ({ by: 'height', height });

/** The trace_ namespace: calls, instructions and changes of state in the shapes of OpenEthereum. */
export function parityTraceMethods(dependencies: Dependencies, executor: Executor): Methods {
  return { ...minedTraceMethods(dependencies, executor), ...callTraceMethods(dependencies, executor) };
}

/** Traces of transactions that are in the chain. */
function minedTraceMethods(dependencies: Dependencies, executor: Executor): Methods {
  const { chain } = dependencies;
  const transactionCalls = (wanted: Hash, call: Call, position?: readonly number[]) => {
    const location = chain.locate(wanted);
    if (location === undefined) return null;
    const request = { block: at(location.height), location, ...(position && { position }) };
    return executor.run(transactionCallsExecution, request, call);
  };
  return {
    trace_block: define('The calls of all transactions of a block.', [blockRefParam], callsSchema, ([ref], call) => {
      const height = requireMined(dependencies, ref);
      return executor.run(blockCallsExecution, { block: at(height), height }, call);
    }),
    trace_transaction: define('The calls of a transaction.', [hash], nullable(callsSchema), ([wanted], call) =>
      transactionCalls(wanted, call),
    ),
    trace_get: define(
      'One call of a transaction; null when there is none.',
      [hash, positionParam],
      nullable({ type: 'object' }),
      ([wanted, position], call) => transactionCalls(wanted, call, position),
    ),
    trace_filter: define('Calls by their addresses.', [filterParam], callsSchema, ([filter], call) => {
      const heights = heightsOf(dependencies, filter);
      return executor.run(filterExecution, { block: at(heights.to), heights, filter }, call);
    }),
    trace_replayTransaction: define(
      'Executes a transaction of a block again.',
      [hash, typesParam],
      resultSchema,
      ([wanted, types], call) => {
        const location = chain.locate(wanted);
        if (location === undefined) throw new RpcError(-32000, 'transaction not found');
        return executor.run(replayExecution, { block: at(location.height), location, types }, call);
      },
    ),
    trace_replayBlockTransactions: define(
      'Executes all transactions of a block again.',
      [blockRefParam, typesParam],
      { type: 'array', items: resultSchema },
      ([ref, types], call) => {
        const height = requireMined(dependencies, ref);
        return executor.run(blockReplayExecution, { block: at(height), height, types }, call);
      },
    ),
  };
}

function callTraceMethods({ chain, limits }: Dependencies, executor: Executor): Methods {
  const block = optional(blockRefParam, latest);
  const run = (
    target: BlockRef,
    calls: readonly TypedCall[],
    isSingle: boolean,
    caller: Call,
    { stateOverrides, blockOverrides }: Overrides = noOverrides,
  ) => {
    for (const { call } of calls) assertChainIdAt(call.chainId, chain, target);
    const request = { block: target, calls, isSingle, stateOverrides, blockOverrides };
    return executor.run(callTracesExecution, request, caller);
  };
  return {
    trace_call: define(
      'Executes a call.',
      [
        callParam,
        optional(typesParam, noTypes),
        block,
        stateOverridesParam(limits.maxOverrideSlots),
        blockOverridesParam,
      ],
      resultSchema,
      ([call, types, ref, stateOverrides, blockOverrides], caller) =>
        run(ref, [{ call, types }], true, caller, { stateOverrides, blockOverrides }),
    ),
    trace_callMany: define(
      'Executes calls, each on the state that those before it left.',
      [typedCallsParam, block],
      { type: 'array', items: resultSchema },
      ([calls, ref], caller) => run(ref, calls, false, caller),
    ),
    trace_rawTransaction: define(
      'Executes a signed transaction on the state after a block, without submitting it.',
      [dataParam('transaction', 'The signed transaction.'), optional(typesParam, noTypes), block],
      resultSchema,
      async ([raw, types, ref], caller) => {
        assertLength(raw); // decoding takes as long as there are bytes
        const call = toCallRequest(decodeTransaction(raw));
        return run(ref, [{ call, types }], true, caller);
      },
    ),
  };
}

/** Height of a block that is in the chain. Throws an RpcError. */
function requireMined({ chain }: Dependencies, ref: BlockRef): number {
  if (ref.by === 'tag' && ref.tag === 'pending') {
    throw new RpcError(-32000, 'tracing the pending block is not supported');
  }
  return requireHeight(chain, ref);
}

/** Throws an RpcError when the range is reversed or too large. */
function heightsOf(dependencies: Dependencies, { fromBlock, toBlock }: TraceFilter): { from: number; to: number } {
  const [from, to] = [requireMined(dependencies, fromBlock), requireMined(dependencies, toBlock)];
  if (from > to) throw new RpcError(-32602, 'invalid block range: fromBlock is after toBlock');
  const { maxTraceBlocks: limit } = dependencies.limits;
  if (to - from + 1 <= limit) return { from, to };
  throw new RpcError(-32005, `${to - from + 1} blocks to trace: json-rpc.max-trace-blocks is ${limit}`);
}

function toCallRequest(tx: Transaction): CallRequest {
  return {
    from: tx.sender,
    to: tx.to,
    gas: tx.gasLimit,
    value: tx.value,
    data: tx.data,
    maxFeePerGas: feeCap(tx),
    maxPriorityFeePerGas: tipCap(tx),
    accessList: 'accessList' in tx ? tx.accessList : [],
    authorizationList: tx.type === 4 ? tx.authorizationList : undefined,
    chainId: tx.chainId,
    isAmbiguous: false,
  };
}
