import { fromHex } from '../../primitives/hex.ts';
import { authDigest } from '../auth-digest.ts';
import type { BlockEnvironment } from '../engine.ts';

/** What tells a network from all others, of the same chain id too. */
export type NetworkIdentity = Pick<BlockEnvironment, 'chainId' | 'genesisHash'>;

/** What keys sign for a module, as it is declared once: the digest, the documentation and the list of tests follow. */
export type SignedText<F extends string = string> = {
  /** what it begins with, such as `qor-anchor-v2`; no other text begins so */
  readonly tag: string;
  readonly doc: string;
  /** names of what is signed, in order; chain id and genesis hash are before them, the nonce is behind them */
  readonly fields: readonly F[];
  /** The 32 bytes to sign. Bytes are signed as they are, text in UTF-8. */
  digest(network: NetworkIdentity, values: Readonly<Record<F, string | Uint8Array>>, nonce?: bigint): Uint8Array;
};

/**
 * Declares a text that keys sign: SHA-256 of the tag, then chain id as text, genesis hash and fields, each behind its
 * length (8 bytes, big-endian), then the nonce (8 bytes; 0 where there is none). A signature therefore counts on one
 * network only, and for one purpose.
 */
export function signedText<const F extends string>(
  tag: string,
  { doc, fields }: { readonly doc: string; readonly fields: readonly F[] },
): SignedText<F> {
  return {
    tag,
    doc,
    fields,
    digest: ({ chainId, genesisHash }, values, nonce = 0n) =>
      authDigest(tag, [chainId.toString(), fromHex(genesisHash), ...fields.map((field) => values[field])], nonce),
  };
}
