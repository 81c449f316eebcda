import { base58, base64, bech32 } from '@scure/base';
import { type Address, addressToBytes } from '../primitives/address.ts';
import { addressOfAnyPublicKey } from '../primitives/crypto/secp256k1.ts';
import { developmentAccounts, developmentConsensusKey } from '../primitives/development-accounts.ts';

const accounts: readonly Address[] = [...developmentAccounts, developmentConsensusKey].map(({ address }) => address);
const names = accounts.map((address) => ({ address, bytes: Buffer.from(addressToBytes(address)) }));

/** Longer texts are searched only as hex; base58 is quadratic in its length. */
const longestSpelling = 200;

/** The development account that bytes name: its address anywhere in them, or its public key; undefined for none. */
export function developmentAccountInBytes(bytes: Uint8Array): Address | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const named = names.find((account) => buffer.includes(account.bytes))?.address;
  return named ?? ofPublicKey(bytes);
}

/**
 * The development account that a text names in any spelling: hex of an address or public key with or without 0x and in
 * any case, also within longer hex; bech32 with any prefix; base58; base64. undefined for none.
 */
export function developmentAccountInText(text: string): Address | undefined {
  const digits = text.replace(/^0x/i, '');
  if (/^[0-9a-f]{40,}$/i.test(digits)) {
    const lower = digits.toLowerCase(); // an odd number of digits before an address is not whole bytes
    return accounts.find((address) => lower.includes(address.slice(2))) ?? ofPublicKey(Buffer.from(digits, 'hex'));
  }
  if (text.length < 20 || text.length > longestSpelling) return undefined;
  for (const decode of decoders) {
    const bytes = decoded(decode, text);
    const account = bytes && developmentAccountInBytes(bytes);
    if (account !== undefined) return account;
  }
  return undefined;
}

const decoders: readonly ((text: string) => Uint8Array | undefined)[] = [
  (text) => bech32.decodeToBytes(text).bytes,
  (text) => base58.decode(text),
  (text) => base64.decode(text),
];

function decoded(decode: (text: string) => Uint8Array | undefined, text: string): Uint8Array | undefined {
  try {
    return decode(text);
  } catch {
    return undefined; // it is not spelt so
  }
}

/** Keys of 33 or 65 bytes, or of 64 without the byte that says so. */
function ofPublicKey(bytes: Uint8Array): Address | undefined {
  const key = bytes.length === 64 ? Buffer.concat([Uint8Array.of(4), bytes]) : bytes;
  const owner = addressOfAnyPublicKey(key);
  return owner !== undefined && accounts.includes(owner) ? owner : undefined;
}
