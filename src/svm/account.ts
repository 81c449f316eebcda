import { type Address, fromSvmKey, zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { weiToLamports } from '../primitives/units.ts';
import { isGenesisProgram, systemProgramId, sysvarOwner } from './programs.ts';

/** An account as the SVM side shows it. */
export type SvmAccount = {
  readonly lamports: bigint;
  /** base58 id of the program that owns it */
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
  readonly data: Uint8Array;
};

/** What the view needs to know of the ledger. */
export type Ledger = { account(address: Address): { readonly balance: bigint } | undefined };

/** Lamports of a key that is no native account; undefined when nobody holds any there. */
export type SvmOnlyLamports = (key: Uint8Array) => bigint | undefined;

/** Accounts are never charged rent here: the largest 64-bit epoch says so. */
const rentExemptEpoch = 2n ** 64n - 1n;

/** The account behind a 32-byte key: native, known to the SVM side only, a program from genesis, or undefined. */
export function readSvmAccount(
  ledger: Ledger,
  key: Uint8Array,
  svmOnly: SvmOnlyLamports = () => undefined,
): SvmAccount | undefined {
  const address = fromSvmKey(key);
  if (address === undefined) {
    if (isGenesisProgram(key)) return systemOwned(1n, true);
    const lamports = svmOnly(key);
    return lamports === undefined ? undefined : systemOwned(lamports, false);
  }
  const held = ledger.account(address);
  if (address === zeroAddress) return systemOwned(weiToLamports(held?.balance ?? 0n), true);
  return held === undefined ? undefined : systemOwned(weiToLamports(held.balance), false);
}

/** The lamports behind a 32-byte key; 0 for a key that is nobody's. */
export function readLamports(ledger: Ledger, key: Uint8Array, svmOnly: SvmOnlyLamports = () => undefined): bigint {
  const address = fromSvmKey(key);
  if (address === undefined) return isGenesisProgram(key) ? 1n : (svmOnly(key) ?? 0n);
  return weiToLamports(ledger.account(address)?.balance ?? 0n);
}

/** What an account is that does not exist, to those who were told that it did. */
export const emptyAccount: SvmAccount = systemOwned(0n, false);

/** An account of the chain itself, which holds figures for programs to read. */
export function sysvarAccount(data: Uint8Array): SvmAccount {
  return { lamports: 1n, owner: sysvarOwner, executable: false, rentEpoch: rentExemptEpoch, data };
}

function systemOwned(lamports: bigint, executable: boolean): SvmAccount {
  return { lamports, owner: systemProgramId, executable, rentEpoch: rentExemptEpoch, data: emptyBytes };
}
