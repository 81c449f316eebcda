import { keccak256 } from '@qord/curves/keccak';
import { type Signature, signDigest } from '../../primitives/crypto/secp256k1.ts';
import { encodeTypedRlp } from '../../primitives/rlp/encode.ts';
import { rlpInteger } from '../../primitives/rlp/item.ts';
import { decodeTransaction, encodeSigned, payloadItems, signingDigest } from './codec.ts';
import { type DynamicFeeTransaction, type HybridTransaction, hybridType, type Transaction } from './transaction.ts';

/** The post-quantum key of the sender. */
type PqcSigner = {
  /** number of its algorithm in the module pqc */
  readonly algorithmId: number;
  /** 32 bytes → signature */
  sign(digest: Uint8Array): Uint8Array;
};

const none = new Uint8Array(0);

/**
 * Signs a transaction of type 2 as a hybrid one, by a 32-byte secp256k1 key and the post-quantum key of the account.
 */
export function signHybridTransaction(
  tx: DynamicFeeTransaction,
  privateKey: Uint8Array,
  { algorithmId, sign }: PqcSigner,
): Transaction {
  const unsigned: HybridTransaction = { ...tx, type: hybridType, algorithmId, pqcSignature: none, pqcDigest: none };
  const signature = signDigest(signingDigest(unsigned), privateKey);
  const pqcSignature = sign(hybridDigest(unsigned, signature));
  return decodeTransaction(encodeSigned({ ...unsigned, pqcSignature }, signature));
}

/** The digest that the post-quantum key signs: keccak256(0x51 ‖ rlp([fields of type 2, yParity, r, s, algorithm])). */
function hybridDigest(tx: HybridTransaction, { yParity, r, s }: Signature): Uint8Array {
  const items = [...payloadItems(tx), ...[yParity, r, s, tx.algorithmId].map(rlpInteger)];
  return keccak256(encodeTypedRlp(hybridType, items));
}
