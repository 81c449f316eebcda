import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'the amount must be above zero',
  3: 'no validator is operated by that account',
  4: 'the account operates a validator already',
  5: 'the balance does not suffice',
  6: 'less is delegated than that',
  7: 'the commission must be from the minimum to 100 %',
  8: 'the self bond is below the minimum',
  9: 'another validator signs with that key',
  10: 'the validator is not jailed',
  11: 'the validator may not come back yet',
  12: 'the moniker must have 1 to 70 bytes',
  13: 'the validator has lost all its stake',
} as const;

export const refuse = (code: keyof typeof faults): ModuleFault => ({ code, reason: faults[code] });
