import { eventsOf } from '../../kernel/module-sdk/event.ts';
import type { Field } from '../../kernel/module-sdk/field.ts';
import { flagField, indexed, listField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { rlconsensusAddress } from '../addresses.ts';

const event = eventsOf(rlconsensusAddress);
const height = withUnit('blocks', uint(64, 'height'));
/** A signed decimal times 10^18. */
const scaled = (doc: string): Field<bigint> => ({ type: { kind: 'int', bits: 256 }, doc: `${doc}, times 10^18` });

export const observationCollectedEvent = event('ObservationCollected', 'PRISM took a sample.', {
  height: indexed(height),
});
export const rewardComputedEvent = event('RewardComputed', 'A sample was compared with the one before.', {
  height: indexed(height),
  reward: scaled('total reward'),
});
export const actionTakenEvent = event('ActionTaken', 'PRISM proposed or applied a change.', {
  applied: indexed(flagField('it was applied')),
  height,
  changes: listField(
    scaled('relative change of block time, gas price, size of the validator set, weights of the pools rpos and dpos'),
    'in that order',
  ),
});
export const breakerTrippedEvent = event('CircuitBreakerTripped', 'Too many block times were bad: PRISM stops.', {
  healthy: scaled('part of the window that was healthy'),
});
export const breakerRecoveredEvent = event('CircuitBreakerRecovered', 'PRISM may act again.', {
  healthy: scaled('part of the window that was healthy'),
});
export const modeChangedEvent = event('AgentModeChanged', 'The authority changed what PRISM may do.', {
  mode: textField('off, observe, suggest or auto'),
});
export const policyChangedEvent = event('PolicyChanged', 'The policy was put in use or taken out of it.', {
  active: flagField('it is in use'),
});
