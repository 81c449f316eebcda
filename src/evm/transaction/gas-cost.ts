import type { Fork } from '../../kernel/engine.ts';
import {
  type AccessList,
  type Authorization,
  accessListOf,
  authorizationsOf,
  hybridType,
  type UnsignedTransaction,
} from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';

const gasPerTransaction = 21_000;
/** Gas of the smallest transaction: a transfer of value to a plain account. */
export const minTransactionGas = BigInt(gasPerTransaction);
const gasPerCreation = 32_000;
/** EIP-2028: four gas for each token; a zero byte is one token, any other byte four. */
const gasPerToken = 4;
const tokensPerNonZeroByte = 4;
const gasPerInitcodeWord = 2; // EIP-3860
const gasPerListedAddress = 2_400; // EIP-2930
const gasPerListedKey = 1_900; // EIP-2930
const gasPerAuthorization = 25_000; // EIP-7702
const floorGasPerToken = 10; // EIP-7623
/**
 * As a non-zero byte of data (EIP-2028), whatever the byte is: the gas limit is signed before the signature is known.
 */
const gasPerPqcSignatureByte = 16;
/** At 100 million gas a second: verification of ML-DSA-87 takes 0.2 ms. */
const gasPerPqcVerification = 30_000;

/** The parts of a transaction or call that cost gas before any code runs. */
export type GasCostInput = {
  readonly to: Address | undefined;
  readonly data: Uint8Array;
  readonly accessList: AccessList;
  readonly authorizations: readonly Authorization[];
  /** length of the second signature of a hybrid transaction; 0 or nothing for the others */
  readonly pqcSignatureBytes?: number;
};

/** The properties of a transaction that its intrinsic gas depends on. */
export function gasCostInputOf(tx: UnsignedTransaction): GasCostInput {
  return {
    to: tx.to,
    data: tx.data,
    accessList: accessListOf(tx),
    authorizations: authorizationsOf(tx),
    pqcSignatureBytes: pqcSignatureBytesOf(tx),
  };
}

/** Bytes of the post-quantum signature; 0 for types without one. */
export function pqcSignatureBytesOf(tx: UnsignedTransaction): number {
  return tx.type === hybridType ? tx.pqcSignature.length : 0;
}

/** `intrinsic` is charged before execution; `floor` is the minimum for the whole transaction. */
export type GasCost = { readonly intrinsic: bigint; readonly floor: bigint };

/**
 * Intrinsic gas (yellow paper g0 with EIP-2028, 2930, 3860, 7702, and the second signature of a hybrid transaction) and
 * floor gas (EIP-7623, 0 before Prague).
 */
export function gasCost(input: GasCostInput, fork: Fork): GasCost {
  const tokens = dataTokens(input.data);
  const creation = input.to === undefined ? creationGas(input.data.length) : 0;
  const lists = accessListGas(input.accessList) + input.authorizations.length * gasPerAuthorization;
  const pqc = pqcSignatureGas(input.pqcSignatureBytes);
  const floor = fork === 'cancun' ? 0 : gasPerTransaction + tokens * floorGasPerToken;
  return { intrinsic: BigInt(gasPerTransaction + tokens * gasPerToken + creation + lists + pqc), floor: BigInt(floor) };
}

/** Gas of a post-quantum signature: its bytes and its verification; 0 without one. */
export function pqcSignatureGas(bytes = 0): number {
  return bytes === 0 ? 0 : bytes * gasPerPqcSignatureByte + gasPerPqcVerification;
}

function dataTokens(data: Uint8Array): number {
  let zeros = 0;
  for (let i = 0; i < data.length; i++) if (data[i] === 0) zeros++;
  return zeros + (data.length - zeros) * tokensPerNonZeroByte;
}

function creationGas(initcodeSize: number): number {
  return gasPerCreation + Math.ceil(initcodeSize / 32) * gasPerInitcodeWord;
}

function accessListGas(accessList: AccessList): number {
  let keys = 0;
  for (const { storageKeys } of accessList) keys += storageKeys.length;
  return accessList.length * gasPerListedAddress + keys * gasPerListedKey;
}
