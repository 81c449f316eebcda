import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { encodeHeader } from './header-codec.ts';
import type { Block } from './types.ts';

/** Block → RLP: header, transactions (typed ones as byte strings, EIP-2718), no ommers, no withdrawals (EIP-4895). */
export function encodeBlock({ header, transactions }: Block): Uint8Array {
  const body = transactions.map(({ type, raw }) => (type === 0 ? decodeRlp(raw) : raw));
  return encodeRlp([decodeRlp(encodeHeader(header)), body, [], []]);
}
