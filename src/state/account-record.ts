import { emptyBytes } from '../primitives/bytes.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes, parseHash } from '../primitives/hash.ts';
import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp, type RlpDecoded } from '../primitives/rlp/item.ts';
import { equalAccounts } from './account.ts';
import { keyOf } from './keys.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { Account } from './types.ts';

/** An account as the state tree commits to it: with the root of its entry tree. */
export type AccountRecord = { readonly account: Account; readonly storageRoot: Hash };

/**
 * Hashes of code that every block changes accounts of: one byte in a row, their position from 1. The code of all native
 * modules is one invalid instruction; the other is the contract of EIP-2935. The order is permanent.
 */
const frequentCodes: readonly Hash[] = [
  keccakHash(Uint8Array.of(0xfe)),
  parseHash('0x6e49e66782037c0555897870e29fa5e552daf4719552131a0abce779daec0a5d'),
];

/** Whether the account has one of these codes, as all native modules do. */
export function hasFrequentCode({ codeHash }: Account): boolean {
  return frequentCodes.includes(codeHash);
}

/** Record → row of the accounts table: the RLP of the state tree, with shorter forms of the most frequent hashes. */
export function encodeAccountRecord({ account, storageRoot }: AccountRecord): Uint8Array {
  const { nonce, balance, codeHash } = account;
  return encodeRlp([
    nonce,
    balance,
    storageRoot === emptyTreeRoot ? emptyBytes : storageRoot,
    encodeCodeHash(codeHash),
  ]);
}

/** Row → record. Throws an RlpError when the row is malformed. */
export function decodeAccountRecord(row: Uint8Array): AccountRecord {
  const [nonce, balance, storageRoot, codeHash] = listFromRlp(decodeRlp(row));
  return {
    account: {
      nonce: integerFromRlp(nonce),
      balance: integerFromRlp(balance),
      codeHash: decodeCodeHash(codeHash),
    },
    storageRoot: hashOr(storageRoot, emptyTreeRoot),
  };
}

function encodeCodeHash(codeHash: Hash): Uint8Array {
  if (codeHash === emptyCodeHash) return emptyBytes;
  const number = frequentCodes.indexOf(codeHash);
  return number === -1 ? keyOf(codeHash) : Uint8Array.of(number + 1);
}

function decodeCodeHash(item: RlpDecoded | undefined): Hash {
  const bytes = bytesFromRlp(item);
  const frequent = bytes.length === 1 ? frequentCodes[(bytes[0] ?? 0) - 1] : undefined;
  return frequent ?? hashOr(item, emptyCodeHash);
}

function hashOr(item: RlpDecoded | undefined, fallback: Hash): Hash {
  const bytes = bytesFromRlp(item);
  return bytes.length === 0 ? fallback : hashFromBytes(bytes);
}

/** Whether both records are equal. */
export function equalRecords(left: AccountRecord | undefined, right: AccountRecord | undefined): boolean {
  return equalAccounts(left?.account, right?.account) && left?.storageRoot === right?.storageRoot;
}
