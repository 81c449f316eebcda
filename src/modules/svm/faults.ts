import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  3: 'no such account',
  6: 'the amount must be a whole number of lamports above zero, and not more than the account holds',
  7: 'an account must hold the rent-exempt minimum of 890880 lamports, or nothing',
  11: 'SVM module is disabled',
  12: 'not the key of an account that only the SVM side knows',
  14: 'the signature is not right',
  21: 'this is a program, not an account',
} as const;

export const refuse = (code: keyof typeof faults): ModuleFault => ({ code, reason: faults[code] });
