import { emptyBytes } from '../primitives/bytes.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp, type RlpDecoded, rlpInteger } from '../primitives/rlp/item.ts';
import { equalAccounts } from './account.ts';
import { keyOf } from './keys.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { Account } from './types.ts';

/** An account as the state tree commits to it: with the root of its entry tree. */
export type AccountRecord = { readonly account: Account; readonly storageRoot: Hash };

/** Record → row of the accounts table: the RLP of the state tree, but the hashes of nothing are left empty. */
export function encodeAccountRecord({ account, storageRoot }: AccountRecord): Uint8Array {
  const { nonce, balance, codeHash } = account;
  return encodeRlp([
    rlpInteger(nonce),
    rlpInteger(balance),
    storageRoot === emptyTreeRoot ? emptyBytes : keyOf(storageRoot),
    codeHash === emptyCodeHash ? emptyBytes : keyOf(codeHash),
  ]);
}

/** Row → record. Throws an RlpError when the row is malformed. */
export function decodeAccountRecord(row: Uint8Array): AccountRecord {
  const [nonce, balance, storageRoot, codeHash] = listFromRlp(decodeRlp(row));
  return {
    account: {
      nonce: integerFromRlp(nonce),
      balance: integerFromRlp(balance),
      codeHash: hashOr(codeHash, emptyCodeHash),
    },
    storageRoot: hashOr(storageRoot, emptyTreeRoot),
  };
}

function hashOr(item: RlpDecoded | undefined, fallback: Hash): Hash {
  const bytes = bytesFromRlp(item);
  return bytes.length === 0 ? fallback : hashFromBytes(bytes);
}

/** Whether both records are equal. */
export function equalRecords(left: AccountRecord | undefined, right: AccountRecord | undefined): boolean {
  return equalAccounts(left?.account, right?.account) && left?.storageRoot === right?.storageRoot;
}
