import { isDeepStrictEqual } from 'node:util';
import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import { decodeTransaction } from '#qord/kernel/transaction/codec.ts';

/** Why the bytes of a valid transaction do not decode to the fields in the test, or undefined when they do. */
export function wireFault(tx: SentTransaction, bytes: Uint8Array): string | undefined {
  const { signature, hash, raw, ...decoded } = decodeTransaction(bytes);
  // The fields of a legacy transaction do not say whether it was signed for a chain (EIP-155).
  const expected = tx.type === 0 ? { ...tx, chainId: decoded.chainId } : tx;
  const plain = { ...decoded, data: Uint8Array.from(decoded.data) };
  return isDeepStrictEqual(plain, expected) ? undefined : `txbytes decode to ${print(plain)}, not ${print(expected)}`;
}

function print(value: object): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? member.toString() : member));
}
