import { parseAccountText } from '../../primitives/account-text.ts';
import type { Address } from '../../primitives/address.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import type { VmName } from './records.ts';

/** A contract of the EVM by its text; undefined when the text names no native account. */
export function evmTarget(text: string): Address | undefined {
  try {
    const named = parseAccountText(text);
    return named.kind === 'native' ? named.address : undefined;
  } catch (error) {
    rethrowProcessError(error);
    return undefined;
  }
}

/** Whether the text names an account in the spelling of the VM. */
export function isTargetOf(vm: VmName, text: string): boolean {
  if (vm === 'evm') return evmTarget(text) !== undefined;
  if (vm === 'cosmwasm') return /^qor1/i.test(text) && evmTarget(text) !== undefined;
  try {
    parseAccountText(text);
    return !/^(0x|qor)/i.test(text);
  } catch (error) {
    rethrowProcessError(error);
    return false;
  }
}

/** The VM whose spelling the text has. */
export function contextFor(text: string): VmName {
  if (/^0x/i.test(text)) return 'evm';
  return /^qor1/i.test(text) ? 'cosmwasm' : 'svm';
}
