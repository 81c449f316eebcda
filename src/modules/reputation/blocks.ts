import type { EndBlockContext } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import { type Decimal, zero } from '../../primitives/decimal/decimal.ts';
import type { WorldState } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { type ReputationParams, reputationParams } from './params.ts';
import { type Reputation, reputations } from './records.ts';
import { scorerAt } from './score.ts';

/** After every block: counts who signed the parent and who proposed, and brings their scores up to date. */
export function updateReputations({ state, block, report }: EndBlockContext, validators: Dependencies): void {
  if (report.votes.length === 0) return;
  const params = reputationParams.get(state);
  const height = Number(block.number);
  const proposer = validators.consensusOf(state, block.coinbase);
  const rescored = scorerAt(params, height);
  const someoneSigned = report.votes.some(({ signed }) => signed);
  for (const { validator: consensus, signed } of report.votes) {
    const standing = validators.standingOf(state, consensus);
    if (standing === undefined) continue;
    const before = reputations.get(state, consensus) ?? newReputation(params, height);
    const counted = withBlock(before, {
      uptime: signed ? 1 : 0,
      missed: !signed && someoneSigned ? 1 : 0,
      proposed: consensus === proposer ? 1 : 0,
      stakeShare: standing.stakeShare,
      slashes: standing.slashes,
    });
    reputations.set(state, rescored(counted), consensus);
  }
}

/** Creates the record of a new validator; an existing one is kept. */
export function startReputation(state: WorldState, consensus: Address, height: number): void {
  if (reputations.get(state, consensus) !== undefined) return;
  reputations.set(state, newReputation(reputationParams.get(state), height), consensus);
}

/**
 * Counts a vote of governance. The contribution to the score follows with the next block that the validator votes on.
 */
export function countCommunityVote(state: WorldState, consensus: Address): void {
  const before = reputations.get(state, consensus);
  if (before !== undefined)
    reputations.set(state, { ...before, community_votes: before.community_votes + 1 }, consensus);
}

type BlockRecord = {
  readonly uptime: number;
  readonly missed: number;
  readonly proposed: number;
  readonly stakeShare: Decimal;
  readonly slashes: number;
};

function withBlock(before: Reputation, deeds: BlockRecord): Reputation {
  return {
    ...before,
    stake_score: deeds.stakeShare,
    uptime_blocks: before.uptime_blocks + deeds.uptime,
    missed_blocks: before.missed_blocks + deeds.missed,
    proposed_blocks: before.proposed_blocks + deeds.proposed,
    slashing_events: deeds.slashes,
  };
}

function newReputation({ min_score }: ReputationParams, height: number): Reputation {
  return {
    stake_score: zero,
    performance_score: zero,
    contribution_score: zero,
    time_score: zero,
    composite_score: min_score,
    last_updated_height: height,
    uptime_blocks: 0,
    proposed_blocks: 0,
    missed_blocks: 0,
    slashing_events: 0,
    community_votes: 0,
    joined_at_height: height,
  };
}
