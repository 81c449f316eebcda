import { storeParentHash } from '../../../chain/block-hash-history.ts';
import { LogBlooms, unionOfBlooms } from '../../../chain/bloom.ts';
import { orderedRoot } from '../../../chain/ordered-root.ts';
import { encodeReceiptRlp } from '../../../chain/receipt-rlp.ts';
import { toBlock } from '../../../chain/seal-block.ts';
import type { Block, Receipt, SealedHeader } from '../../../chain/types.ts';
import {
  overrideFault,
  overrideFaultText,
  overrideNatives,
  overrideState,
} from '../../../evm/overrides/state-overrides.ts';
import type { BlockEnvironment, NativeContracts } from '../../../kernel/engine.ts';
import { feeCollector } from '../../../kernel/module-account.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import type { Hash } from '../../../primitives/hash.ts';
import type { JournaledState } from '../../../state/world-state.ts';
import { assertNotStopped, type ExecutionControl, type ExecutionNode } from '../../execution/execution-kind.ts';
import { RpcError } from '../../rpc-error.ts';
import type { ResolvedBlock } from './plan-blocks.ts';
import { type CallSettings, type SimulatedCall, simulateCall } from './simulate-call.ts';
import type { SimulationRequest } from './simulation-request.ts';

/** A simulated block with its calls. */
export type SimulatedBlock = { readonly block: Block; readonly calls: readonly SimulatedCall[] };

type BlockContext = {
  readonly node: ExecutionNode;
  readonly state: JournaledState;
  readonly environment: BlockEnvironment;
  readonly parent: SealedHeader;
  readonly request: SimulationRequest;
  readonly control: ExecutionControl;
  /** gas that all calls of the simulation may still use */
  readonly gasBudget: { left: bigint };
  /** root of the current state */
  readonly stateRoot: () => Hash;
};

/** Executes the calls of one block in order. Throws an RpcError when one is not valid. */
export function simulateBlock(planned: ResolvedBlock, context: BlockContext): SimulatedBlock {
  const { node, state, environment, control } = context;
  assertOverrides(planned, node);
  overrideState(state, planned.stateOverrides);
  storeParentHash(state, environment);
  const natives = withoutSenderRules(overrideNatives(node.natives, planned.stateOverrides));
  const run = { natives, exactHalt: true, shouldStop: () => control.shouldStop() } as const;
  const execution = { engine: node.engine, state, block: environment, feeCollector, run };
  const calls: SimulatedCall[] = [];
  let gasUsed = 0n;
  for (const request of planned.calls) {
    const call = simulateCall(request, execution, settingsFor(context, gasUsed, request.gas));
    gasUsed += call.applied.gasUsed;
    context.gasBudget.left -= call.applied.gasUsed;
    calls.push(call);
    assertNotStopped(control);
  }
  return { block: seal(context, calls, gasUsed), calls };
}

/** Nobody has signed the calls: the rules for signatures do not apply. */
function withoutSenderRules(natives: NativeContracts): NativeContracts {
  const { signatures } = natives;
  return signatures === undefined
    ? natives
    : { ...natives, signatures: { ...signatures, senderFault: () => undefined } };
}

/** Throws an RpcError. */
function assertOverrides({ stateOverrides }: ResolvedBlock, { natives }: ExecutionNode): void {
  for (const [address, { movePrecompileTo }] of stateOverrides) {
    if (address === movePrecompileTo)
      throw new RpcError(-38022, 'MovePrecompileToAddress referenced itself in replacement');
  }
  const fault = overrideFault(stateOverrides, natives);
  if (fault === undefined) return;
  throw new RpcError(fault.code === 'target-overridden' ? -38023 : -32000, overrideFaultText(fault));
}

/**
 * Limits the gas of a call to what the block and the simulation have left. Throws an RpcError when it requests more
 * than the block has.
 */
function settingsFor(
  { environment, gasBudget: budget, request }: BlockContext,
  gasUsed: bigint,
  requested: bigint | undefined,
): CallSettings {
  const left = environment.gasLimit - gasUsed;
  if (requested !== undefined && requested > left) {
    throw new RpcError(-38015, `block gas limit reached: ${gasUsed + requested} >= ${environment.gasLimit}`);
  }
  const wanted = requested ?? environment.maxTransactionGas ?? left;
  return {
    ...request,
    gasLimit: [left, budget.left].reduce((least, limit) => (limit < least ? limit : least), wanted),
  };
}

function seal(context: BlockContext, calls: readonly SimulatedCall[], gasUsed: bigint): Block {
  const { environment, parent, stateRoot } = context;
  const receipts = receiptsOf(calls);
  const transactions = calls.map(({ transaction }) => transaction);
  return toBlock(
    {
      number: Number(environment.number),
      parentHash: parent.hash,
      miner: environment.coinbase,
      stateRoot: stateRoot(),
      transactionsRoot: orderedRoot(transactions.map(({ raw }) => raw)),
      receiptsRoot: orderedRoot(receipts.map(encodeReceiptRlp)),
      logsBloom: unionOfBlooms(receipts.map(({ logsBloom }) => logsBloom)),
      gasLimit: environment.gasLimit,
      gasUsed,
      timestamp: Number(environment.timestamp),
      extraData: emptyBytes,
      prevRandao: environment.prevRandao,
      baseFee: environment.baseFee,
    },
    transactions,
  );
}

function receiptsOf(calls: readonly SimulatedCall[]): readonly Receipt[] {
  let cumulativeGasUsed = 0n;
  let firstLogIndex = 0;
  const blooms = new LogBlooms();
  return calls.map(({ transaction, applied: { outcome, gasUsed, effectiveGasPrice, contractAddress } }) => {
    cumulativeGasUsed += gasUsed;
    const logs = outcome.status === 'success' ? outcome.logs : [];
    const receipt: Receipt = {
      type: transaction.type,
      status: outcome.status === 'success' ? 1 : 0,
      gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice,
      contractAddress,
      logs,
      firstLogIndex,
      logsBloom: blooms.of(logs),
      balanceChanges: [],
    };
    firstLogIndex += logs.length;
    return receipt;
  });
}
