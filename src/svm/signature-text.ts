import { lazyWasm, type WasmInstance } from '@qord/curves/wasm-file';

const size = 64;

type Exports = {
  appendDigest(): void;
  encode(): number;
  readonly bytes: WebAssembly.Global;
  readonly text: WebAssembly.Global;
  readonly TEXT_LENGTH: WebAssembly.Global;
};

/** The functions in WebAssembly (assembly/signature-module.ts), and views of the bytes and their base58 text. */
const { appendDigest, encode, bytes, text } = lazyWasm(
  new URL('signature.wasm', import.meta.url),
  ({ exports, bytesAt }: WasmInstance<Exports>) => {
    const textBytes = bytesAt(exports.text, Number(exports.TEXT_LENGTH.value));
    return {
      appendDigest: exports.appendDigest,
      encode: exports.encode,
      bytes: bytesAt(exports.bytes, size),
      text: Buffer.from(textBytes.buffer, textBytes.byteOffset, textBytes.length),
    };
  },
)();

/**
 * 64 bytes → base58, several times as fast as the general conversion. Throws a RangeError for another number of bytes.
 */
export function encodeSignatureText(signature: Uint8Array): string {
  if (signature.length !== size) throw new RangeError(`a signature has ${size} bytes, not ${signature.length}`);
  bytes.set(signature);
  return text.toString('latin1', encode());
}

/** The 32 bytes and their SHA-256. Valid until the next call of a function of this file. */
export function signatureOfHash(hash: Uint8Array): Uint8Array {
  bytes.set(hash);
  appendDigest();
  return bytes;
}

/** Base58 of the 32 bytes and their SHA-256. */
export function signatureTextOfHash(hash: Uint8Array): string {
  bytes.set(hash);
  appendDigest();
  return text.toString('latin1', encode());
}
