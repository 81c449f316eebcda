import { signMlDsa } from '@qord/curves/ml-dsa';
import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { anchorDigest } from '../../modules/multilayer/anchor-text.ts';
import { emptyBytes } from '../../primitives/bytes.ts';

type AnchoredState = Parameters<typeof anchorDigest>[1];

/** Arguments of `anchorState`, signed by an ML-DSA-87 key. */
export function signedAnchor(
  { privateKey }: { readonly privateKey: Uint8Array },
  state: AnchoredState,
  network: NetworkIdentity,
) {
  const signature = signMlDsa('ml-dsa-87', privateKey, anchorDigest(network, state));
  return { ...state, signature, transactionCount: 5n, compressedStateProof: emptyBytes };
}
