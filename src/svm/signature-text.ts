import { readWasm } from '../primitives/wasm-file.ts';

const size = 64;

const { appendDigest, encode, bytes, text } = openModule();

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

/** The functions in WebAssembly (assembly/signature-module.ts), and views of the bytes and their base58 text. */
function openModule() {
  type Exports = {
    appendDigest(): void;
    encode(): number;
    bytes: WebAssembly.Global;
    text: WebAssembly.Global;
    TEXT_LENGTH: WebAssembly.Global;
  };
  const { exports, bytesAt } = readWasm(new URL('signature.wasm', import.meta.url)).open<Exports>();
  const { appendDigest, encode, bytes, text, TEXT_LENGTH } = exports;
  const textBytes = bytesAt(text, Number(TEXT_LENGTH.value));
  return {
    appendDigest,
    encode,
    bytes: bytesAt(bytes, size),
    text: Buffer.from(textBytes.buffer, textBytes.byteOffset, textBytes.length),
  };
}
