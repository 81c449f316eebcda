import type { Address } from '../../primitives/address.ts';
import type { Signature } from '../../primitives/crypto/secp256k1.ts';
import type { Hash } from '../../primitives/hash.ts';

/** EIP-2718 type byte of hybrid transactions, which carry a post-quantum signature besides the ECDSA one. */
export const hybridType = 0x51;

/** Bytes of the longest code that a creation can deposit (EIP-170); development networks may have another. */
export const usualCodeBytes = 24_576;

/** The nonce of an account that can send nothing any more (EIP-2681). */
export const maxNonce = 2n ** 64n - 1n;

/** EIP-2930: an account and the slots (32-byte keys) to warm before execution. */
type AccessListEntry = { readonly address: Address; readonly storageKeys: readonly Hash[] };
export type AccessList = readonly AccessListEntry[];

/** EIP-7702: a signed authorization of an account to run the code of `address`. */
export type Authorization = {
  readonly chainId: bigint;
  readonly address: Address;
  readonly nonce: bigint;
  readonly yParity: bigint;
  readonly r: bigint;
  readonly s: bigint;
};

type Common = {
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  /** undefined creates a contract */
  readonly to: Address | undefined;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
};

type DynamicFee = Common & {
  readonly chainId: bigint;
  /** wei per gas */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly accessList: AccessList;
};

type LegacyTransaction = Common & {
  readonly type: 0;
  /** undefined when signed without replay protection (before EIP-155) */
  readonly chainId: bigint | undefined;
  readonly gasPrice: bigint;
};
type AccessListTransaction = Common & {
  readonly type: 1;
  readonly chainId: bigint;
  readonly gasPrice: bigint;
  readonly accessList: AccessList;
};
export type DynamicFeeTransaction = DynamicFee & { readonly type: 2 };
type SetCodeTransaction = DynamicFee & {
  readonly type: 4;
  readonly authorizationList: readonly Authorization[];
};

/**
 * A transaction of this chain with two signatures, both necessary (docs/pqc.md): the fields of type 2, yParity, r, s,
 * the algorithm and the post-quantum signature. Each signature is over everything before it: ECDSA over
 * keccak256(0x51 ‖ rlp(the fields of type 2)), the other over keccak256(0x51 ‖ rlp(all items but itself)).
 */
export type HybridTransaction = DynamicFee & {
  readonly type: typeof hybridType;
  /** number of the algorithm in the module pqc: 1 for ML-DSA-87 */
  readonly algorithmId: number;
  readonly pqcSignature: Uint8Array;
  /** the 32 bytes that the post-quantum key signs */
  readonly pqcDigest: Uint8Array;
};

export type UnsignedTransaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | SetCodeTransaction
  | HybridTransaction;

/** A signed transaction with the values derived from its bytes. */
export type Transaction = UnsignedTransaction & {
  readonly signature: Signature;
  readonly hash: Hash;
  readonly sender: Address;
  /** the EIP-2718 bytes the hash is taken over */
  readonly raw: Uint8Array;
};

/** Highest price the sender pays for one unit of gas, in wei. */
export function feeCap(tx: UnsignedTransaction): bigint {
  return 'gasPrice' in tx ? tx.gasPrice : tx.maxFeePerGas;
}

/** Highest tip per gas on top of the base fee, in wei. */
export function tipCap(tx: UnsignedTransaction): bigint {
  return 'gasPrice' in tx ? tx.gasPrice : tx.maxPriorityFeePerGas;
}

/** What one unit of gas costs at this base fee: min(fee cap, base fee + tip cap) (EIP-1559), in wei. */
export function effectiveGasPrice(tx: UnsignedTransaction, baseFee: bigint): bigint {
  const withTip = baseFee + tipCap(tx);
  const cap = feeCap(tx);
  return withTip < cap ? withTip : cap;
}

/** The access list; empty for types without one. */
export function accessListOf(tx: UnsignedTransaction): AccessList {
  return tx.type === 0 ? [] : tx.accessList;
}

/** The authorizations (EIP-7702); empty for other types. */
export function authorizationsOf(tx: UnsignedTransaction): readonly Authorization[] {
  return tx.type === 4 ? tx.authorizationList : [];
}
