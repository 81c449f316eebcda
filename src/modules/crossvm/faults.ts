import { type ModuleFault, RefusedError } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'source and target must be different machines, and the payload must not be empty',
  4: 'the queue is full',
  5: 'the target is no account of the target machine',
  7: 'no machine of that name runs here: contracts must be of the EVM',
  8: 'the payload is too large',
  10: 'only the authority may do this',
  14: 'the target failed',
  15: 'SVM module is disabled',
  16: 'the module is off',
} as const;

export const refuse = (code: keyof typeof faults): ModuleFault => ({ code, reason: faults[code] });

/** The target's own reason behind the sentence. */
export function targetFailed(reason: string): RefusedError {
  return new RefusedError({ code: 14, reason: `${faults[14]}: ${reason}` });
}
