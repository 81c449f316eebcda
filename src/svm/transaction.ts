import type { Log } from '../kernel/engine.ts';
import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { weiToLamports } from '../primitives/units.ts';
import { ledgerLamports } from './account.ts';
import { type AccountKeys, orderAccountKeys } from './account-keys.ts';
import { type AccountName, isNative } from './account-name.ts';
import { type Instruction, toInstructions } from './instructions.ts';
import { programLogs } from './program-logs.ts';
import { signatureBytes } from './signature.ts';

/** What became of an account whose key is no native one, in lamports. */
export type LamportsChange = { readonly key: Hash; readonly before: bigint; readonly after: bigint };

/** A transaction of the ledger and its effects, from which its SVM form is made. Amounts are in wei. */
export type LedgerTransaction = {
  readonly hash: Hash;
  readonly sender: Address;
  /** the recipient, or the contract it creates */
  readonly to: Address;
  readonly isCreation: boolean;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly parentHash: Hash;
  readonly succeeded: boolean;
  readonly fee: bigint;
  readonly gasUsed: bigint;
  readonly logs: readonly Log[];
  /** sender first */
  readonly balanceChanges: readonly { readonly address: Address; readonly before: bigint; readonly after: bigint }[];
  /** lamports of accounts of the SVM only */
  readonly svmOnlyChanges: readonly LamportsChange[];
  /** balance, at that time, of an account that the transaction did not change */
  readonly unchangedBalance: (address: Address) => bigint;
};

/** A transaction in SVM form: one signature, a legacy message, and its effects. Amounts are in lamports. */
export type SvmTransaction = {
  readonly signature: Uint8Array;
  readonly keys: AccountKeys;
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly Instruction[];
  readonly succeeded: boolean;
  readonly fee: bigint;
  readonly computeUnits: bigint;
  /** per key */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly logMessages: readonly string[];
};

/** Converts a transaction of the ledger to its SVM form. */
export function toSvmTransaction(tx: LedgerTransaction): SvmTransaction {
  const changed = [...tx.balanceChanges.map(({ address }) => address), ...tx.svmOnlyChanges.map(({ key }) => key)];
  const keys = orderAccountKeys(tx.sender, tx.to, changed);
  const instructions = toInstructions(tx, keys);
  const changes = new Map(tx.balanceChanges.map((change) => [change.address, change]));
  const svmOnly = new Map(tx.svmOnlyChanges.map((change) => [change.key, change]));
  const lamports = (name: AccountName, moment: 'before' | 'after') =>
    isNative(name)
      ? ledgerLamports(name, changes.get(name)?.[moment] ?? tx.unchangedBalance(name))
      : (svmOnly.get(name)?.[moment] ?? 0n);
  return {
    signature: signatureBytes(tx.hash),
    keys,
    recentBlockhash: fromHex(tx.parentHash),
    instructions,
    succeeded: tx.succeeded,
    fee: weiToLamports(tx.fee),
    computeUnits: tx.gasUsed,
    preBalances: keys.names.map((name) => lamports(name, 'before')),
    postBalances: keys.names.map((name) => lamports(name, 'after')),
    logMessages: programLogs(instructions, keys, tx.logs, tx.succeeded),
  };
}
