import * as z from 'zod';
import { gasCost, gasCostInputOf } from '#qord/evm/transaction/gas-cost.ts';
import { staticFault } from '#qord/evm/transaction/static-fault.ts';
import type { Fork } from '#qord/kernel/engine.ts';
import { decodeTransaction, TransactionDecodeError } from '#qord/kernel/transaction/codec.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { addressField, bytesField, integerField, wordField } from './fields.ts';
import { forkNamed, maxTransactionGas } from './forks.ts';
import { type CheckResult, check, skipped } from './result.ts';

/** A file of TransactionTests: bytes, and per fork what they decode to or why they must not. */
const resultSchema = z.union([
  z.object({ exception: z.string() }),
  z.object({ hash: wordField, sender: addressField, intrinsicGas: integerField }),
]);
export const transactionTestSchema = z.object({ txbytes: bytesField, result: z.record(z.string(), resultSchema) });
type TransactionTest = z.output<typeof transactionTestSchema>;
type Expected = z.output<typeof resultSchema>;

/** Decodes the transaction for each fork and compares sender, hash and intrinsic gas. */
export function runTransactionTest(name: string, { txbytes, result }: TransactionTest): CheckResult[] {
  return Object.entries(result).map(([forkName, expected]) => {
    const fork = forkName === 'Shanghai' ? 'cancun' : forkNamed(forkName); // Cancun adds nothing but blob transactions
    const title = `${name} ${forkName}`;
    if (fork === undefined) return skipped(title, `fork ${forkName}`);
    return check(title, () => difference(txbytes, fork, expected));
  });
}

function difference(bytes: Uint8Array, fork: Fork, expected: Expected): string | undefined {
  const tx = decodeOrReject(bytes, fork);
  if ('exception' in expected) {
    return typeof tx === 'string' ? undefined : `accepted, but expected ${expected.exception}`;
  }
  if (typeof tx === 'string') return `rejected: ${tx}`;
  if (tx.hash !== expected.hash) return `hash ${tx.hash}, expected ${expected.hash}`;
  if (tx.sender !== expected.sender) return `sender ${tx.sender}, expected ${expected.sender}`;
  const { intrinsic } = gasCost(gasCostInputOf(tx), fork);
  return intrinsic === expected.intrinsicGas ? undefined : `intrinsic gas ${intrinsic}, not ${expected.intrinsicGas}`;
}

/** The transaction, or why it is rejected without regard to the state. */
function decodeOrReject(bytes: Uint8Array, fork: Fork): Transaction | string {
  try {
    const tx = decodeTransaction(bytes);
    const rules = { fork, chainId: 1n, gasLimit: maxTransactionGas(fork) };
    return staticFault(tx, rules)?.code ?? (tx.nonce === 2n ** 64n - 1n ? 'nonce-at-maximum' : tx);
  } catch (error) {
    if (error instanceof TransactionDecodeError) return error.message;
    throw error;
  }
}
