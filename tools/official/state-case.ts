import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockEnvironment, Fork } from '#qord/kernel/engine.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import { type Hash, zeroHash } from '#qord/primitives/hash.ts';
import type { StateCase } from './apply-case.ts';
import { type Blobs, blobBaseFee } from './blob-transaction.ts';
import { blobRulesOf } from './forks.ts';
import type { StateTest, TestPost, TestTransaction } from './state-test-file.ts';

/** The variant that `post` describes. Throws a RangeError when an index is out of range. */
export function stateCase(test: StateTest, forkName: string, fork: Fork, post: TestPost): StateCase {
  const { transaction } = test;
  const chainId = test.config?.chainid ?? 1n;
  return {
    pre: test.pre,
    block: environment(test, forkName, fork, chainId),
    tx: variant(transaction, chainId, post),
    blobs: blobsOf(transaction),
  };
}

function environment(test: StateTest, forkName: string, fork: Fork, chainId: bigint): BlockEnvironment {
  const { env } = test;
  const schedule = test.config?.blobSchedule?.[forkName];
  const updateFraction = schedule?.baseFeeUpdateFraction ?? blobRulesOf(fork).baseFeeUpdateFraction;
  return {
    fork,
    chainId,
    genesisHash: zeroHash,
    number: env.currentNumber,
    timestamp: env.currentTimestamp,
    gasLimit: env.currentGasLimit,
    baseFee: env.currentBaseFee,
    blobBaseFee: blobBaseFee(env.currentExcessBlobGas, updateFraction),
    prevRandao: env.currentRandom ?? env.currentDifficulty ?? zeroHash,
    coinbase: env.currentCoinbase,
    blockHash: (number) => testBlockHash(number, env.currentNumber),
  };
}

/** The tests' convention: a block's hash is the keccak of its number in decimal digits. */
export function testBlockHash(number: bigint, current: bigint): Hash {
  const isRecent = number < current && number + 256n >= current;
  return isRecent ? keccakHash(new Uint8Array(Buffer.from(number.toString()))) : zeroHash;
}

function variant(transaction: TestTransaction, chainId: bigint, { indexes }: TestPost): SentTransaction {
  const common = {
    sender: transaction.sender,
    nonce: transaction.nonce,
    gasLimit: at(transaction.gasLimit, indexes.gas),
    to: transaction.to,
    value: at(transaction.value, indexes.value),
    data: at(transaction.data, indexes.data),
  };
  const listed = transaction.accessLists?.[indexes.data] ?? undefined;
  const accessList = listed ?? [];
  const { maxFeePerGas, authorizationList } = transaction;
  if (maxFeePerGas === undefined) {
    const gasPrice = transaction.gasPrice ?? 0n;
    if (listed === undefined) return { ...common, type: 0, chainId: undefined, gasPrice };
    return { ...common, type: 1, chainId, gasPrice, accessList };
  }
  const fees = { maxFeePerGas, maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? 0n };
  const dynamic = { ...common, ...fees, chainId, accessList };
  return authorizationList === undefined ? { ...dynamic, type: 2 } : { ...dynamic, type: 4, authorizationList };
}

function blobsOf({ blobVersionedHashes, maxFeePerBlobGas }: TestTransaction): Blobs | undefined {
  if (maxFeePerBlobGas === undefined) return undefined;
  return { hashes: blobVersionedHashes ?? [], maxFeePerBlobGas };
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`the test has no variant ${index}`);
  return value;
}
