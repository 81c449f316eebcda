import { base58 } from '@scure/base';
import { JsonText } from '../../primitives/json-text.ts';
import type { SvmAccount } from '../../svm/account.ts';
import { encodeZstdFrame } from '../../svm/zstd-frame.ts';
import { invalidRequest } from './errors.ts';
import type { AccountEncoding, AccountOptions, DataSlice } from './params/account-options.ts';

type AccountForm = Pick<AccountOptions, 'encoding' | 'dataSlice'>;

/** Base58 of more would take too long. */
const maxBase58Bytes = 128;

/** An account as clients read it. Written as text at once: what it is made of needs no escapes. */
export function encodeAccount(account: SvmAccount, { encoding, dataSlice }: AccountForm): JsonText {
  return accountText(account, encodeData(sliced(account.data, dataSlice), encoding));
}

function accountText(account: SvmAccount, data: string): JsonText {
  return new JsonText(
    `{"data":${data},"executable":${account.executable},"lamports":${account.lamports},"owner":"${account.owner}",` +
      `"rentEpoch":${account.rentEpoch},"space":${account.data.length}}`,
  );
}

/** The same for notifications, which cannot fail: data too long for base58 is replaced by an error text. */
export function encodeAccountOrError(account: SvmAccount, options: AccountForm): JsonText {
  const data = sliced(account.data, options.dataSlice);
  const isBase58 = options.encoding === 'binary' || options.encoding === 'base58';
  return isBase58 && data.length > maxBase58Bytes
    ? accountText(account, options.encoding === 'binary' ? `"${tooLong}"` : `["${tooLong}","base58"]`)
    : encodeAccount(account, options);
}

/** In the words of agave. */
const tooLong = 'error: data too large for bs58 encoding';

/** No program here has data that could be parsed: `jsonParsed` falls back to base64. */
function encodeData(data: Uint8Array, encoding: AccountEncoding): string {
  if (encoding === 'binary') return `"${toShortBase58(data)}"`;
  if (encoding === 'base58') return `["${toShortBase58(data)}","base58"]`;
  if (encoding === 'base64+zstd') return `["${toBase64(encodeZstdFrame(data))}","base64+zstd"]`;
  return `["${toBase64(data)}","base64"]`;
}

function toShortBase58(data: Uint8Array): string {
  if (data.length > maxBase58Bytes) {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${maxBase58Bytes} bytes, please use Base64 encoding.`,
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
