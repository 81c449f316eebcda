import type { Address } from '../../primitives/address.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromNumber, zeroHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { TraceValue } from './trace.ts';

/** An account at one moment. */
export type AccountSnapshot = {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly codeHash: Hash;
  readonly code: Uint8Array;
};

/** An account that an execution touched, before and after it; undefined when there is none or it is empty. */
export type RecordedAccount = {
  readonly address: Address;
  readonly before: AccountSnapshot | undefined;
  readonly after: AccountSnapshot | undefined;
  readonly slots: readonly { readonly key: Hash; readonly before: bigint; readonly after: bigint }[];
};

type AccountViewOptions = { readonly disableCode?: boolean; readonly disableStorage?: boolean };

const noAccount: AccountSnapshot = { balance: 0n, nonce: 0n, codeHash: emptyCodeHash, code: new Uint8Array(0) };

type Members = { readonly [member: string]: TraceValue | undefined };

/** The account before the execution, in full. */
export function previousAccount({ before = noAccount, slots }: RecordedAccount, shown: AccountViewOptions): Members {
  const { balance, nonce, codeHash, code } = before;
  return {
    balance: quantity(balance),
    code: code.length === 0 || shown.disableCode ? undefined : toHex(code),
    codeHash: codeHash === emptyCodeHash ? undefined : codeHash,
    nonce: nonce === 0n ? undefined : nonce,
    storage: shown.disableStorage ? undefined : storageOf(slots.map(({ key, before: value }) => [key, value])),
  };
}

/** The parts of the account that the execution changed; undefined when it changed none. */
export function changedAccount(account: RecordedAccount, shown: AccountViewOptions): Members | undefined {
  const { before = noAccount, after = noAccount } = account;
  const slots = shown.disableStorage ? [] : account.slots.filter((slot) => slot.before !== slot.after);
  const isCodeNew = before.codeHash !== after.codeHash;
  const isChanged = isCodeNew || before.balance !== after.balance || before.nonce !== after.nonce || slots.length > 0;
  if (!isChanged) return undefined;
  const kept = slots.filter((slot) => slot.after !== 0n);
  return {
    balance: before.balance === after.balance ? undefined : quantity(after.balance),
    code: isCodeNew && after.code.length > 0 && !shown.disableCode ? toHex(after.code) : undefined,
    codeHash: isCodeNew ? shownCodeHash(after.codeHash) : undefined,
    nonce: before.nonce === after.nonce || after.nonce === 0n ? undefined : after.nonce,
    storage: storageOf(kept.map(({ key, after: value }) => [key, value])),
  };
}

/** Removed code is shown as the zero hash. */
function shownCodeHash(codeHash: Hash): Hash {
  return codeHash === emptyCodeHash ? zeroHash : codeHash;
}

function storageOf(slots: readonly (readonly [Hash, bigint])[]): Members | undefined {
  return slots.length === 0 ? undefined : Object.fromEntries(slots.map(([key, value]) => [key, hashFromNumber(value)]));
}
