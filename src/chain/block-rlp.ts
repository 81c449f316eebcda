import type { Transaction } from '../kernel/transaction/transaction.ts';
import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { encodeHeader } from './header-codec.ts';
import type { Block } from './types.ts';

/** Block → RLP: header, transactions (typed ones as byte strings, EIP-2718), no ommers, no withdrawals (EIP-4895). */
export function encodeBlock({ header, transactions }: Block): Uint8Array {
  const body = transactions.map(({ type, raw }) => (type === 0 ? decodeRlp(raw) : raw));
  return encodeRlp([decodeRlp(encodeHeader(header)), body, [], []]);
}

/** Length of the RLP of a whole block: header, transactions, no ommers, no withdrawals (EIP-4895), in bytes. */
export function blockSize(headerRlpLength: number, transactions: readonly Transaction[]): number {
  const body = transactions.reduce((sum, tx) => sum + transactionSize(tx), 0);
  return withPrefix(headerRlpLength + withPrefix(body) + 2);
}

/** Bytes that one transaction adds to a block: typed ones are wrapped in a byte string (EIP-2718). */
export function transactionSize({ type, raw }: Pick<Transaction, 'type' | 'raw'>): number {
  return type === 0 ? raw.length : withPrefix(raw.length);
}

function withPrefix(length: number): number {
  if (length <= 55) return length + 1;
  const bytesOfLength = Math.ceil((32 - Math.clz32(length)) / 8);
  return length + 1 + bytesOfLength;
}
