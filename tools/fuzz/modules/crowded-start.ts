import type { AnyTable } from '#qord/kernel/module-sdk/genesis.ts';
import { delegationRewardsTable, validatorRewardsTable } from '#qord/modules/distribution/records.ts';
import { createModules } from '#qord/modules/index.ts';
import { delegations, slashes, validators } from '#qord/modules/staking/records.ts';
import { redelegations, redelegationsInto } from '#qord/modules/staking/redelegation-records.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { Store } from '#qord/store/types.ts';
import { prepareChain } from '../../gas/prepared-chain/prepare.ts';
import type { Growth } from '../../growth/clone-rows.ts';
import { copyRows } from '../../growth/copy-store.ts';
import { openGrowingChain } from '../../growth/growing-chain.ts';
import { allGrowths } from '../../growth/growth.ts';
import { modulesPayingForRows } from './counted-rows.ts';
import { sendAll } from './imagined-calls.ts';
import { callsOf, type FuzzStart } from './starts.ts';

/** Rows of one kind: more than a call may list at its fixed price, or a block settle. */
const crowd = 250;
/** Each network has many records of every third kind. */
const parts = 3;
/** When those become due that wait: blocks and seconds from the start on, later than all kinds have become many. */
const [blocksUntilDue, secondsUntilDue] = [60, 300];
/** Blocks take longer with many records. */
const blocks = 60;

/** Copies of them have earned nothing, and break the sums that a chain keeps: they only stand where calls are tried. */
const stakes = new Set<AnyTable>([
  ...[validators, delegations, redelegations, redelegationsInto, slashes],
  ...[delegationRewardsTable, validatorRewardsTable],
]);

/**
 * A network on which every module has records, and many of some kinds: three neighbouring parts are all kinds. They are
 * more than a genesis may have of some, so that the chain continues where they were written. Throws an AssertionError when
 * one of the calls that succeed there reads more rows than it pays for.
 */
export function crowdedStart(part: number): FuzzStart {
  const preparation = prepareChain();
  const known = callsOf(preparation);
  const kinds = allGrowths(preparation)
    .filter((_, at) => at % parts === part % parts)
    .map(withoutMoves);
  const data = grown(
    preparation,
    kinds.filter((kind) => !hasStakes(kind)),
    known,
  );
  grown(preparation, kinds.filter(hasStakes), known);
  return { genesis: preparation.genesis, data, ...known, blocks };
}

const moves = new Set<AnyTable>([redelegations, redelegationsInto]);

const hasStakes = ({ originals }: Growth) => originals.some(({ table }) => stakes.has(table));

/** The kind without redelegations: they have the same numbers as unbondings. */
const withoutMoves = (kind: Growth): Growth => ({
  ...kind,
  originals: kind.originals.filter(({ table }, at) => at === 0 || !moves.has(table)),
});

/** The data of the prepared chain with many records of these kinds, on which the known calls have been tried. */
function grown(
  { genesis, store, chain }: ReturnType<typeof prepareChain>,
  kinds: readonly Growth[],
  { calls, views }: ReturnType<typeof callsOf>,
): Store {
  const data = createMemoryStore();
  copyRows(store, data);
  const growing = openGrowingChain(genesis, data);
  const { number, timestamp } = chain.reader.head();
  const due = { height: number + blocksUntilDue, time: timestamp + secondsUntilDue };
  for (const kind of kinds) growing.grow(kind, due, crowd);
  sendAll(modulesPayingForRows(createModules()), growing, [...calls, ...views]);
  return data;
}
