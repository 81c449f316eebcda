import type { ChainReader, SealedHeader } from '../../../chain/types.ts';
import type { BlockEnvironment } from '../../../kernel/engine.ts';
import { type Hash, zeroHash } from '../../../primitives/hash.ts';
import { JsonText } from '../../../primitives/json-text.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { createWorldState } from '../../../state/world-state.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import { noUncles } from '../../evm-common/json/block-json.ts';
import { headerMembers } from '../../evm-common/json/header-json.ts';
import { logPlaceText, logText } from '../../evm-common/json/receipt-json.ts';
import { transactionText } from '../../evm-common/json/transaction-json.ts';
import { requireHeader, requireState } from '../../evm-common/resolve-block.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
} from '../../execution/execution-kind.ts';
import type { JsonValue } from '../../json-value.ts';
import type { BlockRef } from '../../params/block-ref.ts';
import { planBlocks, type ResolvedBlock } from './plan-blocks.ts';
import { type SimulatedBlock, simulateBlock } from './simulate-block.ts';
import { callResult } from './simulate-call.ts';
import type { SimulationRequest } from './simulation-request.ts';

/** Gas of a simulation where the node sets no limit. */
const unlimitedGas = 2n ** 62n;

type Simulation = { readonly simulation: SimulationRequest; readonly block: BlockRef };

/** eth_simulateV1. */
export const simulateExecution = defineExecution<Simulation>('simulate', {
  run: (node, { simulation, block }, control) => simulate(node, simulation, block, control),
});

/** Simulates consecutive blocks after an existing block. Throws an RpcError. */
function simulate(
  node: ExecutionNode,
  request: SimulationRequest,
  ref: BlockRef,
  control: ExecutionControl,
): JsonValue {
  const { chain, limits } = node;
  const { base, stored, state } = baseOf(chain, ref);
  const rules = { ...request, chainId: chain.states.chainId(stored) };
  const gasBudget = { left: limits.gasCap === 0n ? unlimitedGas : limits.gasCap };
  const headers: SealedHeader[] = [base];
  const stateRoot = () => chain.states.rootAfter(stored, state.changes()) ?? zeroHash;
  const simulated: SimulatedBlock[] = [];
  for (const planned of planBlocks(request.blocks, base)) {
    const parent = headers.at(-1) ?? base;
    const environment = environmentOf(node, planned, parent, headers, rules);
    const context = { node, state, environment, parent, request, control, gasBudget, stateRoot };
    const made = simulateBlock(planned, context);
    headers.push(made.block.header);
    simulated.push(made);
    assertNotStopped(control);
  }
  return simulated.map((made) => new JsonText(toText(made, request.showsTransactions)));
}

/**
 * The block that the simulation follows, and its state over that of a stored block: of the pending block that is its
 * parent. Throws an RpcError.
 */
function baseOf(chain: ChainReader, ref: BlockRef) {
  const base = requireHeader(chain, ref);
  const pending = chain.states.pending?.header === base ? chain.states.pending : undefined;
  const stored = pending === undefined ? base.number : base.number - 1;
  const state = createWorldState(requireState(chain, { by: 'height', height: stored }));
  if (pending !== undefined) state.apply(pending.changes);
  return { base, stored, state };
}

/** What is not overridden is derived from the parent. Without validation gas is free: the base fee is zero. */
function environmentOf(
  { chain }: ExecutionNode,
  { number, timestamp, blockOverrides }: ResolvedBlock,
  parent: SealedHeader,
  headers: readonly SealedHeader[],
  { isValidating, chainId }: SimulationRequest & Pick<BlockEnvironment, 'chainId'>,
): BlockEnvironment {
  const { feeRecipient, gasLimit, baseFeePerGas, prevRandao, blobBaseFee } = blockOverrides;
  const next = chain.states.environmentAt('next');
  const known = new Map(headers.map((header) => [BigInt(header.number), header.hash]));
  return {
    fork: 'osaka',
    chainId,
    genesisHash: chain.identity.genesisHash,
    number,
    timestamp,
    gasLimit: gasLimit ?? parent.gasLimit,
    maxTransactionGas: next?.maxTransactionGas,
    maxCodeBytes: next?.maxCodeBytes,
    baseFee: baseFeePerGas ?? (isValidating ? chain.states.baseFeeAfter(parent) : 0n),
    blobBaseFee: blobBaseFee ?? 1n,
    prevRandao: prevRandao ?? zeroHash,
    coinbase: feeRecipient ?? parent.miner,
    blockHash: (wanted) => known.get(wanted) ?? hashInChain(chain, wanted, number),
  };
}

/** BLOCKHASH reaches 256 blocks back. */
function hashInChain(chain: ExecutionNode['chain'], wanted: bigint, number: bigint): Hash {
  const isReachable = wanted < number && wanted + 256n >= number;
  return (isReachable ? chain.header(Number(wanted))?.hash : undefined) ?? zeroHash;
}

function toText({ block: { header, transactions }, calls }: SimulatedBlock, isFull: boolean): string {
  let logIndex = 0;
  const results = calls.map((call, index) => {
    const place = logPlaceText(header, call.transaction.hash, index);
    const logs = call.logs.map((log) => new JsonText(logText(log, place, logIndex++)));
    return writeJson(callResult(call, logs));
  });
  const items = transactions.map((tx, index) => (isFull ? transactionText(tx, header, index) : `"${tx.hash}"`));
  return (
    `{${headerMembers(header)},"size":"${quantity(header.size)}","transactions":[${items.join(',')}],${noUncles},` +
    `"calls":[${results.join(',')}]}`
  );
}
