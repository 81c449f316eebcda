import type { TransactionFault } from '#qord/evm/transaction/fault.ts';
import type { BlobFault } from './blob-transaction.ts';

/** Why the runner rejects a transaction. */
export type Rejection = TransactionFault['code'] | BlobFault | 'gas-limit-above-transaction-cap';

const names: Readonly<Record<string, readonly Rejection[]>> = {
  INTRINSIC_GAS_TOO_LOW: ['intrinsic-gas-too-low', 'floor-gas-too-low'],
  INTRINSIC_GAS_BELOW_FLOOR_GAS_COST: ['floor-gas-too-low', 'intrinsic-gas-too-low'],
  INSUFFICIENT_ACCOUNT_FUNDS: ['insufficient-funds'],
  INSUFFICIENT_MAX_FEE_PER_GAS: ['fee-cap-below-base-fee'],
  PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS: ['tip-above-fee-cap'],
  PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS_2: ['tip-above-fee-cap'],
  GASLIMIT_PRICE_PRODUCT_OVERFLOW: ['fee-overflow', 'insufficient-funds', 'gas-limit-above-block'],
  GAS_ALLOWANCE_EXCEEDED: ['gas-limit-above-block'],
  GAS_LIMIT_EXCEEDS_MAXIMUM: ['gas-limit-above-transaction-cap'],
  INITCODE_SIZE_EXCEEDED: ['initcode-too-large'],
  INVALID_CHAINID: ['wrong-chain-id'],
  NONCE_IS_MAX: ['nonce-at-maximum'],
  NONCE_MISMATCH_TOO_LOW: ['nonce-too-low'],
  NONCE_MISMATCH_TOO_HIGH: ['nonce-too-high'],
  SENDER_NOT_EOA: ['sender-not-eoa'],
  TYPE_3_TX_ZERO_BLOBS: ['blob-list-empty'],
  TYPE_3_TX_CONTRACT_CREATION: ['creation-with-blobs'],
  TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH: ['blob-hash-version'],
  TYPE_3_TX_BLOB_COUNT_EXCEEDED: ['too-many-blobs'],
  TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED: ['too-many-blobs'],
  INSUFFICIENT_MAX_FEE_PER_BLOB_GAS: ['blob-fee-cap-below-base-fee'],
  TYPE_4_TX_PRE_FORK: ['type-not-supported'],
  TYPE_4_TX_CONTRACT_CREATION: ['creation-with-authorizations'],
  TYPE_4_EMPTY_AUTHORIZATION_LIST: ['authorization-list-empty'],
};

/**
 * Whether a test expects the rejection: names of exceptions separated by `|`, our own codes, or `any`. An exception
 * without a code here matches any rejection.
 */
export function isExpectedRejection(expected: string, rejection: Rejection): boolean {
  return expected.split('|').some((name) => {
    const isOwnCode = /^[a-z-]+$/.test(name);
    if (isOwnCode) return name === rejection || name === 'any';
    return names[name.replace('TransactionException.', '')]?.includes(rejection) ?? true;
  });
}
