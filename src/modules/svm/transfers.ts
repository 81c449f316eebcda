import type { CallContext, CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { signedText } from '../../kernel/module-sdk/signed-text.ts';
import { payWei } from '../../kernel/pools.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { isEd25519Key, verifyEd25519 } from '../../primitives/crypto/ed25519.ts';
import { weiPerLamport } from '../../primitives/units.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { svmAddress } from '../addresses.ts';
import { depositedEvent, withdrawnEvent } from './events.ts';
import { fault } from './faults.ts';
import { svmParams } from './params.ts';
import { accounts, programs, sequences, svmOnlyKey } from './records.ts';
import { rentMinimum } from './rent.ts';

/** Transfers between the ledger and SVM-only accounts, for `deposit` and `withdraw` here and for `crossvm.call`. */

/** A payment of `amount` wei from an SVM-only account, in base58, to a native one. */
export type Withdrawal = { readonly account: string; readonly to: Address; readonly amount: bigint };

/** What a withdrawal costs, most of it the verification of its Ed25519 signature. */
export const withdrawalGas = 250_000n;

/** Why wei cannot be deposited to the account (base58), or undefined. */
export function depositFault(state: StateView, account: string, wei: bigint): ModuleFault | undefined {
  if (!svmParams.get(state).enabled) return fault.svmDisabled();
  const key = svmOnlyKey(account);
  if (key === undefined) return fault.notSvmOnlyKey();
  if (programs.get(state, key) !== undefined) return fault.isProgram();
  if (wei === 0n || wei % weiPerLamport !== 0n) return fault.badAmount();
  return (
    restFault(lamportsOf(state, key) + wei / weiPerLamport) ?? (isEd25519Key(key) ? undefined : fault.noPrivateKey())
  );
}

/**
 * Credits an account with wei that the svm module has received already; `depositFault` must have returned undefined.
 */
export function creditDeposit({ state, caller, emit }: CallContext, account: string, wei: bigint): void {
  const key = svmOnlyKey(account);
  if (key === undefined) return;
  changeLamports(state, key, wei / weiPerLamport);
  emit(depositedEvent.log({ from: caller, key, amount: wei }));
}

/** Reads records and verifies the signature: charge `withdrawalGas` before. */
export function withdrawalFault(
  context: CheckContext,
  withdrawal: Withdrawal,
  signature: Uint8Array,
): ModuleFault | undefined {
  const { state } = context;
  const key = svmOnlyKey(withdrawal.account);
  if (key === undefined) return fault.notSvmOnlyKey();
  if (accounts.get(state, key) === undefined) return fault.noSuchAccount();
  const lamports = withdrawal.amount / weiPerLamport;
  const held = lamportsOf(state, key);
  if (lamports === 0n || withdrawal.amount % weiPerLamport !== 0n || lamports > held) return fault.badAmount();
  const digest = withdrawalDigestOf(context, key, withdrawal);
  return restFault(held - lamports) ?? (verifyEd25519(key, digest, signature) ? undefined : fault.badSignature());
}

/** Pays a withdrawal for which `withdrawalFault` has returned undefined. */
export function payWithdrawal({ state, emit }: CallContext, { account, to, amount }: Withdrawal): void {
  const key = svmOnlyKey(account);
  if (key === undefined) return;
  sequences.set(state, (sequences.get(state, key) ?? 0) + 1, key);
  changeLamports(state, key, -(amount / weiPerLamport));
  payWei(state, svmAddress, to, amount);
  emit(withdrawnEvent.log({ key, to, amount }));
}

export const withdrawalText = signedText('qor-svm-auth-v2', {
  doc: 'The key of an SVM-only account pays a native one. The nonce counts its payments.',
  fields: ['key', 'recipient as qor1…', 'lamports'],
});

/** The message that the key of an account signs for its next withdrawal. */
export function withdrawalDigestOf(
  { state, block }: CheckContext,
  key: Uint8Array,
  { to, amount }: Withdrawal,
): Uint8Array {
  const payment = { key, 'recipient as qor1…': toBech32(to), lamports: (amount / weiPerLamport).toString() };
  return withdrawalText.digest(block, payment, BigInt(sequences.get(state, key) ?? 0));
}

/** Lamports of a 32-byte key; 0 without a record. */
export function lamportsOf(state: StateView, key: Uint8Array): bigint {
  return accounts.get(state, key) ?? 0n;
}

function changeLamports(state: WorldState, key: Uint8Array, change: bigint): void {
  const held = lamportsOf(state, key) + change;
  if (held === 0n) accounts.remove(state, key);
  else accounts.set(state, held, key);
}

function restFault(lamports: bigint): ModuleFault | undefined {
  return lamports === 0n || lamports >= rentMinimum(0n) ? undefined : fault.belowRentExemptMinimum();
}
