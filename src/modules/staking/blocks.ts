import type { EndBlockContext, Misbehaviour } from '../../kernel/module.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { takeDue } from '../../kernel/module-sdk/due.ts';
import type { Address } from '../../primitives/address.ts';
import { decimal, multiply, one, subtract } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { stakingAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { unbonded } from './events.ts';
import { unbondingAfterSlashes } from './liability.ts';
import { stakingParams } from './params.ts';
import { operatorsByConsensus, unbondings, validators } from './records.ts';
import { type Infraction, slash } from './slash.ts';

/** Pays the unbondings that are due. */
export function payUnbondings({ state, block, emit }: EndBlockContext): void {
  for (const [, unbonding] of takeDue(state, unbondings, block.timestamp)) {
    const { delegator, operator } = unbonding;
    const amount = unbondingAfterSlashes(state, unbonding);
    state.burn(stakingAddress, (unbonding.amount - amount) * weiPerUqor);
    transferUqor(state, stakingAddress, delegator, amount);
    emit(unbonded.log({ delegator, validator: operator, amount }));
  }
}

const infractionOf: Readonly<Record<Misbehaviour['kind'], Infraction>> = {
  'duplicate-vote': 'double_sign',
  'light-client-attack': 'light_client_attack',
};

/** Slashes and permanently removes the validators against which the block has evidence: each once. */
export function punishMisbehaviour(context: EndBlockContext, dependencies: Dependencies): void {
  const { state, report } = context;
  for (const { kind, validator: consensus, height } of report.misbehaviour) {
    const operator = operatorsByConsensus.get(state, consensus);
    const validator = operator && validators.get(state, operator);
    if (operator === undefined || validator === undefined || validator.tombstoned) continue;
    slash(context, dependencies, operator, validator, { infraction: infractionOf[kind], height });
  }
}

/** Counts missed signatures and punishes a validator that missed too many in its window. */
export function countSignatures(context: EndBlockContext, dependencies: Dependencies): void {
  for (const { validator: consensus, signed } of context.report.votes) {
    const operator = operatorsByConsensus.get(context.state, consensus);
    if (operator !== undefined && !signed) countMiss(context, dependencies, operator);
  }
}

function countMiss(context: EndBlockContext, dependencies: Dependencies, operator: Address): void {
  const { state, block } = context;
  const validator = validators.get(state, operator);
  if (validator === undefined || validator.jailed) return;
  const { signed_blocks_window, min_signed_per_window } = stakingParams.get(state);
  const height = Number(block.number);
  const isNewWindow = height - validator.window_start >= signed_blocks_window;
  const missed_blocks = isNewWindow ? 1 : validator.missed_blocks + 1;
  const window_start = isNewWindow ? height : validator.window_start;
  const counted = { ...validator, missed_blocks, window_start };
  validators.set(state, counted, operator);
  const allowed = multiply(decimal(signed_blocks_window), subtract(one, min_signed_per_window));
  if (decimal(missed_blocks) <= allowed) return;
  slash(context, dependencies, operator, counted, { infraction: 'downtime', height: height - 1 });
}
