import { base58 } from '@scure/base';
import { type Address, asAddress, fromBech32, fromSvmKey, toChecksum } from './address.ts';
import { rethrowProcessError } from './process-error.ts';

/** The account that a text identifies. An SVM key that is not a native account has no other format. */
type AccountText =
  | { readonly kind: 'native'; readonly address: Address }
  | { readonly kind: 'svm-only'; readonly key: Uint8Array };

/**
 * An account in any format (`0x…`, `qor1…`, `qorvaloper1…`, `qorvalcons1…`, base58 of 32 bytes) → the account. Throws a
 * RangeError that describes the error. Mixed case in `0x…` must be the EIP-55 checksum.
 */
export function parseAccountText(text: string): AccountText {
  if (/^0x/i.test(text)) return { kind: 'native', address: fromHexText(text) };
  if (/^qor\w*1/i.test(text)) return { kind: 'native', address: fromBech32Text(text) };
  const key = fromBase58(text);
  if (key === undefined || key.length !== 32) {
    throw new RangeError(`not an account: ${text.slice(0, 80)}; write it as 0x…, qor1… or base58 of 32 bytes`);
  }
  const address = fromSvmKey(key);
  return address === undefined ? { kind: 'svm-only', key } : { kind: 'native', address };
}

/** A native account in any format → Address. Throws a RangeError, also for an SVM key that is not a native account. */
export function parseNativeAccountText(text: string): Address {
  const account = parseAccountText(text);
  if (account.kind === 'native') return account.address;
  throw new RangeError(
    `${text} is not a native account: the last 12 bytes of its 32-byte key are not zero; it can hold lamports through svm deposit`,
  );
}

function fromHexText(text: string): Address {
  const address = asAddress(text);
  if (address === undefined) throw new RangeError(`not an account: ${text.slice(0, 80)} is not 0x and 40 hex digits`);
  const digits = text.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && toChecksum(address) !== `0x${digits}`) {
    throw new RangeError(`the checksum of ${text} is wrong (EIP-55): mistyped? all lower case skips this check`);
  }
  return address;
}

function fromBech32Text(text: string): Address {
  const address = fromBech32(text, ['qor', 'qorvaloper', 'qorvalcons']);
  if (address === undefined)
    throw new RangeError(`not an account: the checksum or length of ${text.slice(0, 120)} is wrong`);
  return address;
}

function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > 44) return undefined; // base58 is quadratic in its length
  try {
    return base58.decode(text);
  } catch (error) {
    rethrowProcessError(error);
    return undefined;
  }
}
