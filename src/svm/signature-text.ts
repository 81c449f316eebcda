import { openWasm } from '../primitives/wasm-file.ts';

const size = 64;

const { complete, spell, bytes, text } = openModule();

/** 64 bytes → base58, several times as fast as the general conversion. Throws a RangeError for another number of bytes. */
export function encodeSignatureText(signature: Uint8Array): string {
  if (signature.length !== size) throw new RangeError(`a signature has ${size} bytes, not ${signature.length}`);
  bytes.set(signature);
  return text.toString('latin1', spell());
}

/** 32 bytes → them and their SHA-256, until the next call of anything here. */
export function signatureOfHash(start: Uint8Array): Uint8Array {
  bytes.set(start);
  complete();
  return bytes;
}

/** 32 bytes → base58 of them and their SHA-256. */
export function signatureTextOfHash(start: Uint8Array): string {
  bytes.set(start);
  complete();
  return text.toString('latin1', spell());
}

/** The functions in WebAssembly (assembly/signature-module.ts), and where the bytes and their spelling lie. */
function openModule() {
  type Exports = {
    complete(): void;
    spell(): number;
    bytes: WebAssembly.Global;
    text: WebAssembly.Global;
    TEXT_LENGTH: WebAssembly.Global;
  };
  const { exports, bytesAt } = openWasm<Exports>(new URL('signature.wasm', import.meta.url));
  const { complete, spell, bytes, text, TEXT_LENGTH } = exports;
  const spelling = bytesAt(text, Number(TEXT_LENGTH.value));
  return {
    complete,
    spell,
    bytes: bytesAt(bytes, size),
    text: Buffer.from(spelling.buffer, spelling.byteOffset, spelling.length),
  };
}
