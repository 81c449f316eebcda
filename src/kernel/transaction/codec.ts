import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { recoverAddress, type Signature, signDigest } from '../../primitives/crypto/secp256k1.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { decodeRlp, withoutLastItems } from '../../primitives/rlp/decode.ts';
import { encodeRlp, encodeTypedRlp } from '../../primitives/rlp/encode.ts';
import {
  bytesFromRlp,
  integerFromRlp,
  listFromRlp,
  type RlpDecoded,
  RlpError,
  type RlpItem,
  rlpInteger,
} from '../../primitives/rlp/item.ts';
import {
  type AccessList,
  type Authorization,
  accessListOf,
  type HybridTransaction,
  hybridType,
  type Transaction,
  type UnsignedTransaction,
} from './transaction.ts';

/** Why bytes are not a transaction that this chain accepts; clients match on these texts. */
export class TransactionDecodeError extends Error {
  override name = 'TransactionDecodeError';
}

const word = 32;
const uint64 = 8;
/**
 * yParity (v), r and s, the last items of the types of Ethereum; algorithm and second signature follow in a hybrid one.
 */
const signatureItems = 3;
const hybridSignatureItems = 5;
/** The longest signature of any algorithm: ML-DSA-87. Longer ones are not even decoded. */
export const maxPqcSignatureBytes = 4_627;

/** EIP-2718 bytes → transaction with hash and sender. Throws a TransactionDecodeError. */
export function decodeTransaction(raw: Uint8Array): Transaction {
  try {
    const tx = decodeEnvelope(raw);
    const sender = recoverSender(signedDigest(raw, tx), tx.signature);
    return Object.assign(tx, { sender, hash: keccakHash(raw), raw });
  } catch (error) {
    if (error instanceof RlpError || error instanceof RangeError) throw new TransactionDecodeError(error.message);
    throw error;
  }
}

/**
 * The transaction of bytes that were decoded before and kept with their sender: recovering it is the expensive part.
 */
export function restoreTransaction(raw: Uint8Array, sender: Address, hash: Hash = keccakHash(raw)): Transaction {
  return Object.assign(decodeEnvelope(raw), { sender, hash, raw });
}

function decodeEnvelope(raw: Uint8Array): Decoded {
  const first = raw[0];
  if (first === undefined) throw new TransactionDecodeError('typed transaction too short');
  return first >= 0xc0 ? decodeLegacy(raw) : decodeTyped(first, raw);
}

/** The digest a sender signs (EIP-155 for legacy with a chain id, EIP-2718 payload otherwise). */
export function signingDigest(tx: UnsignedTransaction): Uint8Array {
  if (tx.type !== 0) return keccak256(encodeTypedRlp(tx.type, payloadItems(tx)));
  const replay = tx.chainId === undefined ? [] : [rlpInteger(tx.chainId), emptyBytes, emptyBytes];
  return keccak256(encodeRlp([...payloadItems(tx), ...replay]));
}

/** The signed digest, from the received bytes: the payload is the part before the signature. */
function signedDigest(raw: Uint8Array, tx: UnsignedTransaction): Uint8Array {
  if (tx.type === 0) return signingDigest(tx); // the replay protection follows the payload, which is short
  const payload = withoutLastItems(raw.subarray(1), tx.type === hybridType ? hybridSignatureItems : signatureItems);
  return keccak256(concatBytes(raw.subarray(0, 1), payload));
}

/** Signs with a 32-byte private key and derives hash and sender. */
export function signTransaction(tx: UnsignedTransaction, privateKey: Uint8Array): Transaction {
  const signature = signDigest(signingDigest(tx), privateKey);
  return decodeTransaction(encodeSigned(tx, signature));
}

/** Transaction and signature → EIP-2718 bytes. */
export function encodeSigned(tx: UnsignedTransaction, { r, s, yParity }: Signature): Uint8Array {
  if (tx.type !== 0) {
    const items = [...payloadItems(tx), rlpInteger(yParity), rlpInteger(r), rlpInteger(s)];
    const second = tx.type === hybridType ? [rlpInteger(tx.algorithmId), tx.pqcSignature] : [];
    return encodeTypedRlp(tx.type, [...items, ...second]);
  }
  return encodeRlp([...payloadItems(tx), rlpInteger(legacyV(tx.chainId, yParity)), rlpInteger(r), rlpInteger(s)]);
}

/** The `v` of a legacy signature: 27/28, or chainId*2 + 35/36 (EIP-155). */
export function legacyV(chainId: bigint | undefined, yParity: 0 | 1): bigint {
  return BigInt(yParity) + (chainId === undefined ? 27n : chainId * 2n + 35n);
}

function recoverSender(digest: Uint8Array, signature: Signature) {
  if (signature.s > halfOrder) throw new TransactionDecodeError('invalid transaction v, r, s values');
  const sender = recoverAddress(digest, signature);
  if (sender === undefined) throw new TransactionDecodeError('invalid transaction v, r, s values');
  return sender;
}

/** EIP-2: the upper half of s values is malleable and rejected. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Further fields are added to the object itself: a copy with more fields would take as long as decoding it. */
type Decoded = UnsignedTransaction & { readonly signature: Signature };

function decodeLegacy(raw: Uint8Array): Decoded {
  const items = expectItems(decodeRlp(raw), 9);
  const v = integerFromRlp(items[6]);
  const chainId = v >= 35n ? (v - 35n) / 2n : undefined;
  const yParity = chainId === undefined ? v - 27n : (v - 35n) % 2n;
  return {
    type: 0 as const,
    chainId,
    nonce: integerFromRlp(items[0], uint64),
    gasPrice: integerFromRlp(items[1], word),
    gasLimit: integerFromRlp(items[2], uint64),
    to: toFromRlp(items[3]),
    value: integerFromRlp(items[4], word),
    data: bytesFromRlp(items[5]),
    signature: signatureFromRlp(yParity, items[7], items[8]),
  };
}

function decodeTyped(type: number, raw: Uint8Array): Decoded {
  if (type === 3)
    throw new TransactionDecodeError('transaction type not supported: blob transactions are not accepted');
  if (type !== 1 && type !== 2 && type !== 4 && type !== hybridType)
    throw new TransactionDecodeError('transaction type not supported');
  if (raw.length === 1) throw new TransactionDecodeError('typed transaction too short');
  const body = decodeRlp(raw.subarray(1));
  if (type === 1) return decodeAccessListBody(expectItems(body, 11));
  if (type === hybridType) return decodeHybridBody(expectItems(body, 14), raw);
  return type === 2 ? decodeDynamicFeeBody(expectItems(body, 12)) : decodeSetCodeBody(expectItems(body, 13));
}

function decodeAccessListBody(items: readonly RlpDecoded[]): Decoded {
  return {
    type: 1 as const,
    chainId: integerFromRlp(items[0], word),
    nonce: integerFromRlp(items[1], uint64),
    gasPrice: integerFromRlp(items[2], word),
    gasLimit: integerFromRlp(items[3], uint64),
    to: toFromRlp(items[4]),
    value: integerFromRlp(items[5], word),
    data: bytesFromRlp(items[6]),
    accessList: accessListFromRlp(items[7]),
    signature: signatureFromRlp(integerFromRlp(items[8]), items[9], items[10]),
  };
}

function decodeDynamicFeeBody(items: readonly RlpDecoded[]): Decoded {
  const signature = signatureFromRlp(integerFromRlp(items[9]), items[10], items[11]);
  return Object.assign(dynamicFeeFields(items), { type: 2 as const, signature });
}

function decodeSetCodeBody(items: readonly RlpDecoded[]): Decoded {
  const authorizationList = listFromRlp(items[9]).map(authorizationFromRlp);
  const fields = dynamicFeeFields(items);
  const { to } = fields;
  if (to === undefined)
    throw new TransactionDecodeError(
      'rlp: expected 20 bytes, got 0: EIP-7702 transaction cannot be used to create contract',
    );
  const signature = signatureFromRlp(integerFromRlp(items[10]), items[11], items[12]);
  return Object.assign(fields, { type: 4 as const, to, authorizationList, signature });
}

function decodeHybridBody(items: readonly RlpDecoded[], raw: Uint8Array): HybridTransaction & Decoded {
  const signature = signatureFromRlp(integerFromRlp(items[9]), items[10], items[11]);
  const algorithmId = Number(integerFromRlp(items[12], 1));
  const pqcSignature = bytesFromRlp(items[13]);
  if (pqcSignature.length === 0 || pqcSignature.length > maxPqcSignatureBytes)
    throw new TransactionDecodeError(
      `invalid post-quantum signature: ${pqcSignature.length} bytes, at most ${maxPqcSignatureBytes}`,
    );
  const pqcDigest = keccak256(concatBytes(raw.subarray(0, 1), withoutLastItems(raw.subarray(1), 1)));
  const second = { algorithmId, pqcSignature, pqcDigest };
  return Object.assign(dynamicFeeFields(items), { type: hybridType, signature, ...second } as const);
}

function dynamicFeeFields(items: readonly RlpDecoded[]) {
  return {
    chainId: integerFromRlp(items[0], word),
    nonce: integerFromRlp(items[1], uint64),
    maxPriorityFeePerGas: integerFromRlp(items[2], word),
    maxFeePerGas: integerFromRlp(items[3], word),
    gasLimit: integerFromRlp(items[4], uint64),
    to: toFromRlp(items[5]),
    value: integerFromRlp(items[6], word),
    data: bytesFromRlp(items[7]),
    accessList: accessListFromRlp(items[8]),
  };
}

function expectItems(decoded: RlpDecoded, count: number): RlpDecoded[] {
  const items = listFromRlp(decoded);
  if (items.length !== count) throw new RlpError(`rlp: expected ${count} elements, got ${items.length}`);
  return items;
}

function toFromRlp(item: RlpDecoded | undefined) {
  const bytes = bytesFromRlp(item);
  return bytes.length === 0 ? undefined : addressFromBytes(bytes);
}

function accessListFromRlp(item: RlpDecoded | undefined): AccessList {
  return listFromRlp(item).map((entry) => {
    const [address, keys] = expectItems(entry, 2);
    return {
      address: addressFromBytes(bytesFromRlp(address, 20)),
      storageKeys: listFromRlp(keys).map((key) => hashFromBytes(bytesFromRlp(key, word))),
    };
  });
}

function authorizationFromRlp(item: RlpDecoded): Authorization {
  const [chainId, address, nonce, yParity, r, s] = expectItems(item, 6);
  return {
    chainId: integerFromRlp(chainId, word),
    address: addressFromBytes(bytesFromRlp(address, 20)),
    nonce: integerFromRlp(nonce, uint64),
    yParity: integerFromRlp(yParity, 1),
    r: integerFromRlp(r, word),
    s: integerFromRlp(s, word),
  };
}

function signatureFromRlp(yParity: bigint, r: RlpDecoded | undefined, s: RlpDecoded | undefined): Signature {
  if (yParity !== 0n && yParity !== 1n) throw new TransactionDecodeError('invalid transaction v, r, s values');
  return { yParity: yParity === 0n ? 0 : 1, r: integerFromRlp(r, word), s: integerFromRlp(s, word) };
}

/** The signed fields in wire order, without the signature. */
export function payloadItems(tx: UnsignedTransaction): RlpItem[] {
  const to = tx.to === undefined ? emptyBytes : addressToBytes(tx.to);
  const tail = [rlpInteger(tx.gasLimit), to, rlpInteger(tx.value), tx.data];
  if (tx.type === 0) return [rlpInteger(tx.nonce), rlpInteger(tx.gasPrice), ...tail];
  const head = [rlpInteger(tx.chainId), rlpInteger(tx.nonce)];
  const accessList = accessListOf(tx).map(({ address, storageKeys }) => [
    addressToBytes(address),
    storageKeys.map(fromHex),
  ]);
  if (tx.type === 1) return [...head, rlpInteger(tx.gasPrice), ...tail, accessList];
  const fees = [rlpInteger(tx.maxPriorityFeePerGas), rlpInteger(tx.maxFeePerGas)];
  const authorizations = tx.type === 4 ? [tx.authorizationList.map(authorizationItems)] : [];
  return [...head, ...fees, ...tail, accessList, ...authorizations];
}

function authorizationItems({ chainId, address, nonce, yParity, r, s }: Authorization): RlpItem {
  return [rlpInteger(chainId), addressToBytes(address), ...[nonce, yParity, r, s].map(rlpInteger)];
}
