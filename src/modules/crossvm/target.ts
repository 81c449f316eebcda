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

/** The VM whose spelling the text has. */
export function contextFor(text: string): VmName {
  if (/^0x/i.test(text)) return 'evm';
  return /^qor1/i.test(text) ? 'cosmwasm' : 'svm';
}
