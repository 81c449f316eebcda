import { createHash } from 'node:crypto';
import { lazyWasm, type WasmInstance } from './wasm-file.ts';

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
  const keyHash = shake256(keyHashBytes, publicKey);
  verifier.publicKey.set(publicKey);
  verifier.signature.set(signature);
  verifier.representative.set(shake256(representativeBytes, keyHash, framing, message));
  const { rows, columns, seedBytes, weight, responseMargin: slack, responseBits, maxHints: mostHints } = parameters;
  return verifier.verify(rows, columns, seedBytes, weight, slack, responseBits, mostHints) === 1;
}

type Exports = {
  verify(...parameters: readonly number[]): number;
  readonly publicKey: WebAssembly.Global;
  readonly signature: WebAssembly.Global;
  readonly representative: WebAssembly.Global;
};

/** The algorithm in WebAssembly (assembly/ml-dsa), and views of its inputs. */
const openVerifier = lazyWasm(
  new URL('ml-dsa.wasm', import.meta.url),
  ({ exports, bytesAt }: WasmInstance<Exports>) => ({
    verify: exports.verify,
    publicKey: bytesAt(exports.publicKey, maxKeyBytes),
    signature: bytesAt(exports.signature, maxSignatureBytes),
    representative: bytesAt(exports.representative, representativeBytes),
  }),
);

/** SHAKE-256 (FIPS 202) of all parts, with an output of `length` bytes. */
function shake256(length: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('shake256', { outputLength: length });
  for (const part of parts) hash.update(part);
  return hash.digest();
}
