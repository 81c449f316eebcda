import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';

/** EIP-7702: the code of a delegated account is these three bytes and the address whose code it runs. */
const designatorPrefix = Uint8Array.of(0xef, 0x01, 0x00);
const designatorBytes = 23;

/** The account to which this code delegates; undefined when it is not a delegation (EIP-7702). */
export function delegateOf(code: Uint8Array): Address | undefined {
  if (code.length !== designatorBytes || code[0] !== 0xef || code[1] !== 0x01 || code[2] !== 0x00) return undefined;
  return addressFromBytes(code.subarray(designatorPrefix.length));
}

/** The code that delegates an account to `delegate` (EIP-7702). */
export function delegationTo(delegate: Address): Uint8Array {
  return concatBytes(designatorPrefix, addressToBytes(delegate));
}
