import { type Address, fromSvmKey, zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { weiToLamports } from '../primitives/units.ts';
import { isGenesisProgram, systemProgramId, sysvarOwner } from './programs.ts';

/** An account as the SVM interface returns it. */
export type SvmAccount = {
  readonly lamports: bigint;
  /** base58 id of the program that owns it */
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
  readonly data: Uint8Array;
};

/** The part of the ledger that is read here. */
type Ledger = { account(address: Address): { readonly balance: bigint } | undefined };

/** Lamports of a key that is not a native account; undefined when it has none. */
type SvmOnlyLamports = (key: Uint8Array) => bigint | undefined;

/** Accounts are never charged rent: the largest 64-bit epoch means exempt. */
const rentExemptEpoch = 2n ** 64n - 1n;

/**
 * The account of a 32-byte key: native, of the SVM only, or a program of the genesis; otherwise undefined. As on the
 * SVM, an account without lamports does not exist, nor does one with less than a lamport.
 */
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
  const lamports = ledgerLamports(address, ledger.account(address)?.balance ?? 0n);
  if (address === zeroAddress) return systemOwned(lamports, true);
  return lamports === 0n ? undefined : systemOwned(lamports, false);
}

/** The lamports of a 32-byte key; 0 when it has no account. */
export function readLamports(ledger: Ledger, key: Uint8Array, svmOnly: SvmOnlyLamports = () => undefined): bigint {
  const address = fromSvmKey(key);
  if (address === undefined) return isGenesisProgram(key) ? 1n : (svmOnly(key) ?? 0n);
  return ledgerLamports(address, ledger.account(address)?.balance ?? 0n);
}

/**
 * The lamports of a native account with so many wei. The system program has the key of the zero address: like every
 * program it holds 1 lamport that is no part of the supply, besides what was sent to the zero address.
 */
export function ledgerLamports(address: Address, wei: bigint): bigint {
  return weiToLamports(wei) + (address === zeroAddress ? 1n : 0n);
}

/** The account that subscribers receive when theirs has ceased to exist. */
export const emptyAccount: SvmAccount = systemOwned(0n, false);

/** A sysvar account: data of the chain for programs to read. */
export function sysvarAccount(data: Uint8Array): SvmAccount {
  return { lamports: 1n, owner: sysvarOwner, executable: false, rentEpoch: rentExemptEpoch, data };
}

function systemOwned(lamports: bigint, executable: boolean): SvmAccount {
  return { lamports, owner: systemProgramId, executable, rentEpoch: rentExemptEpoch, data: emptyBytes };
}
