import { base58 } from '@scure/base';
import type { SvmAccount } from '../../svm/account.ts';
import { toZstdFrame } from '../../svm/zstd-frame.ts';
import { JsonText } from '../contract.ts';
import { invalidRequest } from './faults.ts';
import type { AccountEncoding, AccountOptions, DataSlice } from './params/account-options.ts';

/** Base58 of more would take too long. */
const maxBase58Data = 128;

/** An account as clients read it. Written as text at once: what it is made of needs no escapes. */
export function encodeAccount(account: SvmAccount, { encoding, dataSlice }: AccountOptions): JsonText {
  const data = encodeData(encoding === 'jsonParsed' ? account.data : sliced(account.data, dataSlice), encoding);
  return new JsonText(
    `{"data":${data},"executable":${account.executable},"lamports":${account.lamports},"owner":"${account.owner}",` +
      `"rentEpoch":${account.rentEpoch},"space":${account.data.length}}`,
  );
}

/** No program here has data that could be parsed: `jsonParsed` falls back to base64. */
function encodeData(data: Uint8Array, encoding: AccountEncoding): string {
  if (encoding === 'binary') return `"${toShortBase58(data)}"`;
  if (encoding === 'base58') return `["${toShortBase58(data)}","base58"]`;
  if (encoding === 'base64+zstd') return `["${toBase64(toZstdFrame(data))}","base64+zstd"]`;
  return `["${toBase64(data)}","base64"]`;
}

function toShortBase58(data: Uint8Array): string {
  if (data.length > maxBase58Data) {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${maxBase58Data} bytes, please use Base64 encoding.`,
    );
  }
  return base58.encode(data);
}

function toBase64(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function sliced(data: Uint8Array, slice: DataSlice | undefined): Uint8Array {
  return slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length);
}
