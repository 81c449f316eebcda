import { concatBytes } from '../bytes.ts';
import { once } from '../once.ts';
import { readWasm } from '../wasm-file.ts';
import { shake256 } from './shake.ts';

/** The parameters of a scheme (FIPS 204, table 1) that verification needs. */
export type VerificationParameters = {
  /** rows and columns of the matrix A: k and l */
  readonly rows: number;
  readonly columns: number;
  /** bytes of the challenge's seed: λ / 4 */
  readonly seedBytes: number;
  /** coefficients of the challenge that are not 0: τ */
  readonly weight: number;
  /** how far the response must be below γ1: β = τ·η */
  readonly responseMargin: number;
  /** bits of a coefficient of the response: 1 + log2 γ1 */
  readonly responseBits: number;
  /** most hints: ω */
  readonly maxHints: number;
};

const keyHashBytes = 64;
const representativeBytes = 64;
const maxKeyBytes = 2592;
const maxSignatureBytes = 4627;

/** pure mode, and a context of no bytes */
const framing = Uint8Array.of(0, 0);

/**
 * Whether the signature of the message is valid (FIPS 204, algorithms 3 and 8) with an empty context. Key and signature
 * must have the lengths of the scheme.
 */
export function isMlDsaSignature(
  parameters: VerificationParameters,
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): boolean {
  const verifier = openVerifier();
  const keyHash = shake256(publicKey, keyHashBytes);
  verifier.publicKey.set(publicKey);
  verifier.signature.set(signature);
  verifier.representative.set(shake256(concatBytes(keyHash, framing, message), representativeBytes));
  const { rows, columns, seedBytes, weight, responseMargin: slack, responseBits, maxHints: mostHints } = parameters;
  return verifier.verify(rows, columns, seedBytes, weight, slack, responseBits, mostHints) === 1;
}

const file = readWasm(new URL('ml-dsa.wasm', import.meta.url));

/** The algorithm in WebAssembly (assembly/ml-dsa), and views of its inputs. */
const openVerifier = once(() => {
  type Exports = {
    verify(...parameters: readonly number[]): number;
    publicKey: WebAssembly.Global;
    signature: WebAssembly.Global;
    representative: WebAssembly.Global;
  };
  const { exports, bytesAt } = file.open<Exports>();
  return {
    verify: exports.verify,
    publicKey: bytesAt(exports.publicKey, maxKeyBytes),
    signature: bytesAt(exports.signature, maxSignatureBytes),
    representative: bytesAt(exports.representative, representativeBytes),
  };
});
