import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'the Bitcoin transaction is not valid',
  3: 'the module is off',
  4: 'the checkpoint is not valid',
  5: 'no such epoch to checkpoint',
  6: 'the stake is not valid',
  7: 'no such position',
  8: 'only the authority and the attesters may do this',
  9: 'only its staker, the authority and the attesters may end a position',
} as const;

export const refuse = (code: keyof typeof faults, detail = ''): ModuleFault => ({
  code,
  reason: detail === '' ? faults[code] : `${faults[code]}: ${detail}`,
});
