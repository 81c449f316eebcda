import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'a layer of that name exists',
  3: 'no such layer or anchor',
  4: 'the layer is not active',
  5: 'there are as many sidechains as may be',
  6: 'there are as many paychains as may be',
  7: 'the account has less than the stake of a layer',
  8: 'the anchor is not valid',
  9: 'the last anchor is too recent',
  10: 'the layer height is not above that of the last anchor',
  11: 'the challenge period is over',
  12: 'the fraud proof does not hold',
  13: 'routing is switched off',
  14: 'the preferred layer scores too low for this transaction',
  15: 'a layer cannot go from its status to that one',
  16: 'only the authority may do this; a creator may decommission its own layer',
  17: "the signature is not that of the creator's registered ML-DSA-87 key",
  18: 'the layer is described wrongly',
  19: 'the payload must have 1 to 65536 bytes',
  20: 'the fee is above the maximum that was given',
  21: 'the account has less than the fee',
} as const;

export const refuse = (code: keyof typeof faults, detail = ''): ModuleFault => ({
  code,
  reason: detail === '' ? faults[code] : `${faults[code]}: ${detail}`,
});
