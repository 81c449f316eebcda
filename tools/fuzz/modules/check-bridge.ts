import { QueryError } from '#qord/kernel/module-sdk/query.ts';
import {
  assetLimits,
  assetTotals,
  balances,
  limiters,
  type Operation,
  operations,
  sources,
} from '#qord/modules/bridge/records.ts';
import { sourceKey } from '#qord/modules/bridge/signed-messages.ts';
import type { StateView } from '#qord/state/types.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';

/** Members of the answer of `qor_getBridgeStatus` that are counted again here. */
type Answer = {
  readonly locked: readonly { asset: string; total_locked: string; total_minted: string }[];
  readonly asset_limits?: readonly { asset: string; current_daily: string }[];
  readonly circuit_breaker?: { readonly current_daily: string };
};

/** How far a figure is from its own sum. */
type Distance = { readonly day: number; readonly difference: bigint };

const daySeconds = 86_400;

/**
 * Returns what compares the totals and daily sums that `qor_getBridgeStatus` shows with the sums of balances and
 * operations. A start may have copies of these, or any sums: the difference then must stay the same.
 */
export function createBridgeCheck() {
  const known = new WeakMap<ModuleChain, ReadonlyMap<string, Distance>>();
  return (network: ModuleChain): readonly string[] => {
    const before = known.get(network);
    const now = distances(network);
    known.set(network, now);
    return [...now].flatMap(([figure, { day, difference }]) => {
      const first = before?.get(figure);
      const wanted = first?.day === day ? first.difference : 0n;
      return first === undefined || difference === wanted
        ? []
        : [`${figure} of the bridge differs by ${difference} from the sum of its records, before by ${wanted}`];
    });
  };
}

function distances(network: ModuleChain): ReadonlyMap<string, Distance> {
  const state = network.chain.headState();
  const now = network.chain.reader.head().timestamp;
  const all = [...operations.list(state)].map(([[id], operation]) => ({ id, ...operation }));
  const held = new Map<string, bigint>();
  for (const [[chain, asset], amount] of balances.list(state)) add(held, `${chain} ${asset}`, amount);
  const open = new Map<string, bigint>();
  for (const operation of all)
    if (isLocked(state, operation)) add(open, `${operation.source_chain} ${operation.asset}`, operation.amount);
  const found = new Map<string, Distance>();
  for (const chain of new Set([...assetTotals.list(state)].map(([[id]]) => id))) {
    const answer = statusOf(network, chain);
    if (answer === undefined) continue;
    for (const { asset, total_locked, total_minted } of answer.locked) {
      const minted = held.get(`${chain} ${asset}`) ?? 0n;
      const locked = minted + (open.get(`${chain} ${asset}`) ?? 0n);
      found.set(`total_minted ${chain} ${asset}`, { day: 0, difference: BigInt(total_minted) - minted });
      found.set(`total_locked ${chain} ${asset}`, { day: 0, difference: BigInt(total_locked) - locked });
    }
    const { last_reset_time: day = 0 } = limiters.get(state, chain) ?? {};
    if (answer.circuit_breaker === undefined || now >= day + daySeconds) continue;
    const moved = all.filter((operation) => isMoved(operation, chain, day));
    const sum = (of: typeof moved) => of.reduce((total, { amount }) => total + amount, 0n);
    const shown = BigInt(answer.circuit_breaker.current_daily);
    found.set(`current_daily ${chain}`, { day, difference: shown - sum(moved) });
    for (const { asset, current_daily } of answer.asset_limits ?? []) {
      if (assetLimits.get(state, chain, asset)?.day !== day) continue; // nothing has moved since
      const own = sum(moved.filter((operation) => operation.asset === asset));
      found.set(`current_daily ${chain} ${asset}`, { day, difference: BigInt(current_daily) - own });
    }
  }
  return found;
}

function add(sums: Map<string, bigint>, name: string, amount: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount);
}

/** Whether its asset is locked there and not minted yet. */
function isLocked(state: StateView, { id, type, status, source_chain, source_tx_hash }: Operation & { id: string }) {
  if (type !== 'deposit' || status === 'executed') return false;
  return sources.get(state, source_chain, sourceKey(source_tx_hash)) === id;
}

/** Deposits count when they are minted, withdrawals when they are requested. */
function isMoved(
  { type, status, source_chain, dest_chain, created_at, completed_at }: Operation,
  chain: string,
  day: number,
) {
  if (type === 'withdrawal') return dest_chain === chain && created_at >= day;
  return source_chain === chain && status === 'executed' && completed_at >= day;
}

function statusOf(network: ModuleChain, chain: string): Answer | undefined {
  try {
    return network.query('qor_getBridgeStatus', chain) as Answer;
  } catch (error) {
    if (error instanceof QueryError) return undefined; // the module may be disabled
    throw error;
  }
}
