import type { Outcome } from '../kernel/engine.ts';
import { faultError } from '../primitives/fault-error.ts';
import { revertText } from './revert-reason.ts';

/** Why a valid call failed. */
export type CallFault =
  /** `output`: the data of REVERT */
  | { readonly code: 'reverted'; readonly output: Uint8Array }
  | { readonly code: 'halted'; readonly reason: string }
  /** all the gas that the caller may spend is too little */
  | { readonly code: 'gas-above-allowance'; readonly allowance: bigint };

/** A call could not be executed; carries the fault. */
export class CallFaultError extends faultError('CallFaultError', callFaultText) {}

/** The fault of a finished run; undefined after a success. */
export function outcomeFault({ status, halt, haltText, output }: Outcome): CallFault | undefined {
  if (status === 'success') return undefined;
  return status === 'revert'
    ? { code: 'reverted', output }
    : { code: 'halted', reason: haltText ?? halt ?? 'out of gas' };
}

/** The text of the fault, on which client libraries match. */
export function callFaultText(fault: CallFault): string {
  switch (fault.code) {
    case 'reverted':
      return revertText(fault.output);
    case 'halted':
      return fault.reason;
    case 'gas-above-allowance':
      return `gas required exceeds allowance (${fault.allowance})`;
  }
}
