import type { EndBlockContext, Misbehaviour } from '../../kernel/module.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { retryAfter, takeDue } from '../../kernel/module-sdk/due.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { stakingAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { unbondedEvent } from './events.ts';
import { unbondingAfterSlashes } from './liability.ts';
import { operatorsByConsensus, unbondings, validators } from './records.ts';
import { type Infraction, slash } from './slash.ts';

/** Pays the unbondings that are due. */
export function payUnbondings(context: EndBlockContext, { burnCoins }: Dependencies): void {
  const { state, block, emit, settle } = context;
  for (const [key, unbonding] of takeDue(state, unbondings, block.timestamp)) {
    const { delegator, operator } = unbonding;
    const isPaid = settle(unbondings.name, key.join('/'), () => {
      const amount = unbondingAfterSlashes(state, unbonding);
      burnCoins(context, stakingAddress, (unbonding.amount - amount) * weiPerUqor, 'slash');
      transferUqor(state, stakingAddress, delegator, amount);
      emit(unbondedEvent.log({ delegator, validator: operator, amount }));
    });
    if (!isPaid) unbondings.set(state, unbonding, Number(block.timestamp) + retryAfter.seconds, key[1]);
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
