import type { Log } from '../kernel/engine.ts';
import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { weiToLamports } from '../primitives/units.ts';
import { ledgerLamports } from './account.ts';
import { type AccountKeys, orderAccountKeys } from './account-keys.ts';
import { type Instruction, toInstructions } from './instructions.ts';
import { programLogs } from './program-logs.ts';
import { signatureBytes } from './signature.ts';

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
  const keys = orderAccountKeys(
    tx.sender,
    tx.to,
    tx.balanceChanges.map((change) => change.address),
  );
  const instructions = toInstructions(tx, keys);
  const changes = new Map(tx.balanceChanges.map((change) => [change.address, change]));
  const lamports = (address: Address, moment: 'before' | 'after') =>
    ledgerLamports(address, changes.get(address)?.[moment] ?? tx.unchangedBalance(address));
  return {
    signature: signatureBytes(tx.hash),
    keys,
    recentBlockhash: fromHex(tx.parentHash),
    instructions,
    succeeded: tx.succeeded,
    fee: weiToLamports(tx.fee),
    computeUnits: tx.gasUsed,
    preBalances: keys.addresses.map((address) => lamports(address, 'before')),
    postBalances: keys.addresses.map((address) => lamports(address, 'after')),
    logMessages: programLogs(instructions, keys, tx.logs, tx.succeeded),
  };
}
