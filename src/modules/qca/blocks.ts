import type { EndBlockContext } from '../../kernel/module.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import type { Address } from '../../primitives/address.ts';
import { add, type Decimal, one, zero } from '../../primitives/decimal/decimal.ts';
import type { Dependencies } from './dependencies.ts';
import { poolAssignedEvent } from './events.ts';
import { decayed, medianOf, percentile, severityOf, slashingPenalty } from './formulas.ts';
import { type QcaParams, qcaParams } from './params.ts';
import {
  classifications,
  escalations,
  type InfractionType,
  infractions,
  type Pool,
  statisticsRecord,
} from './records.ts';

/** A validator that can be classified. */
export type Candidate = {
  readonly operator: Address;
  /** uqor bonded with it */
  readonly tokens: bigint;
  /** uqor that others have delegated to it */
  readonly delegated: bigint;
  readonly reputation: Decimal;
};

/** Every `classification_interval` blocks each validator of the active set is assigned to one of the three pools. */
export function classifyWhenDue({ state, block, emit }: EndBlockContext, { candidates }: Dependencies): void {
  const params = qcaParams.get(state);
  if (!endsInterval(block, params.classification_interval)) return;
  const all = candidates(state);
  if (all.length === 0) return;
  const goodReputation = percentile(
    all.map(({ reputation }) => reputation),
    params.rep_percentile_rpos,
  );
  const goodStake = medianOf(all.map(({ tokens }) => tokens));
  for (const candidate of all) {
    const pool = poolOf(params, candidate, goodReputation, goodStake);
    const before = classifications.get(state, candidate.operator);
    classifications.set(state, { pool, assigned_at: Number(block.number) }, candidate.operator);
    if (before?.pool !== pool) emit(poolAssignedEvent.log({ validator: candidate.operator, pool }));
  }
  const counted = statisticsRecord.get(state);
  statisticsRecord.set(state, { ...counted, pool_classifications: counted.pool_classifications + all.length });
}

function poolOf(
  params: QcaParams,
  { reputation, tokens, delegated }: Candidate,
  goodReputation: Decimal,
  goodStake: bigint,
): Pool {
  if (reputation >= goodReputation && tokens >= goodStake) return 'rpos';
  return delegated >= params.min_delegation_dpos ? 'dpos' : 'pos';
}

/** Part of its stake that a validator loses by an infraction, more for each earlier one; records the infraction. */
export function punish({ state, block }: EndBlockContext, operator: Address, type: InfractionType): Decimal {
  const params = qcaParams.get(state);
  const height = Number(block.number);
  const before = escalations.get(state, operator);
  const past = before === undefined ? zero : decayed(params, before.escalation, height - before.height);
  const penalty = slashingPenalty(params, past, type);
  infractions.set(state, { type, severity: severityOf(type), penalty }, operator, height);
  escalations.set(state, { escalation: add(past, one), height }, operator);
  const counted = statisticsRecord.get(state);
  statisticsRecord.set(state, { ...counted, slashing_events: counted.slashing_events + 1 });
  return penalty;
}
