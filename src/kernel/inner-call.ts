import { emptyBytes } from '../primitives/bytes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { WorldState } from '../state/types.ts';
import type { BlockEnvironment, Engine, InnerCall, InnerResult, Log, Message, RunOptions } from './engine.ts';
import { usualCodeBytes } from './transaction/transaction.ts';

/** Most messages that native contracts run inside of each other, each on the native stack of the process. */
const maxNesting = 4;

/** The context of inner calls, shared with the message or hook that makes them. */
type InnerCallSite = {
  readonly run: Engine['run'];
  readonly block: BlockEnvironment;
  readonly state: WorldState;
  readonly options: RunOptions;
  /** the result of GASPRICE */
  readonly gasPrice: bigint;
  readonly blobHashes: readonly Hash[];
  /** the result of ORIGIN; by default the sender of the call */
  readonly origin?: Message['origin'];
  emit(log: Log): void;
};

/** Runs a message of a hook, after or before the transactions of a block: a transaction of its own. */
export function runInnerCall(site: InnerCallSite, { from, gas, ...call }: InnerCall): InnerResult {
  const { block, state, options, gasPrice, blobHashes, origin = from } = site;
  const { natives, shouldStop, maxNativeGas, maxLogBytes, nesting = 0 } = options;
  const refused = refusedInnerCall(block, state, nesting, { from, ...call });
  if (refused !== undefined) return refused;
  const nothing = { accessList: [], warmAccounts: [], refund: 0n };
  const message = { ...call, ...nothing, caller: from, origin, gas, gasPrice, blobHashes };
  const limits = { ...(shouldStop && { shouldStop }), maxNativeGas, maxLogBytes };
  const outcome = site.run(block, message, state, { natives, ...limits, nesting: nesting + 1 });
  if (outcome.burned > 0n) state.countBurned(outcome.burned);
  for (const log of outcome.logs) site.emit(log);
  const { status, halt, output } = outcome;
  const failure = status === 'success' ? undefined : (halt ?? 'revert');
  const isStarved = failure === 'out of gas';
  return { failure, output, gasUsed: gas - outcome.gasLeft, isStarved, isTooDeep: false, isRefused: false };
}

/**
 * The result of an inner call that does not begin: it is nested too deeply, its initcode is longer than that of any
 * creation, or its sender has less than its value.
 */
export function refusedInnerCall(
  { maxCodeBytes = usualCodeBytes }: Pick<BlockEnvironment, 'maxCodeBytes'>,
  state: Pick<WorldState, 'balance'>,
  nesting: number,
  { from, to, value, data }: Pick<InnerCall, 'from' | 'to' | 'value' | 'data'>,
): InnerResult | undefined {
  const isTooDeep = nesting >= maxNesting;
  const isTooLong = to === undefined && data.length > 2 * maxCodeBytes;
  if (!isTooDeep && !isTooLong && state.balance(from) >= value) return undefined;
  const other = isTooLong ? 'max initcode size exceeded' : 'insufficient balance for transfer';
  const failure = isTooDeep ? 'max call depth exceeded' : other;
  return { failure, output: emptyBytes, gasUsed: 0n, isStarved: false, isTooDeep, isRefused: true };
}
