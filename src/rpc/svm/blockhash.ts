import { base58 } from '@scure/base';
import type { ChainReader, SealedHeader } from '../../chain/types.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';

/** For how many heights a block hash counts as recent. */
export const blockhashLifetime = 150;

/** Hash of a block → base58, as the SVM interface writes it. */
export function toBlockhash(hash: Hash): string {
  return base58.encode(fromHex(hash));
}

/** Whether the 32 bytes are the hash of one of the newest blocks. */
export function isRecentBlockhash(chain: ChainReader, head: SealedHeader, blockhash: Uint8Array): boolean {
  const height = chain.heightOf(hashFromBytes(blockhash));
  return height !== undefined && head.number <= height + blockhashLifetime;
}
