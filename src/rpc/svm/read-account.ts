import { readLamports, readSvmAccount, type SvmAccount } from '../../svm/account.ts';
import type { StateAt } from './context.ts';
import type { SvmDependencies } from './dependencies.ts';
import { readSysvar } from './sysvars.ts';

export type AccountDependencies = Pick<SvmDependencies, 'chain' | 'svmOnlyLamports'>;

/** The account behind a 32-byte key: of the ledger, of the SVM side only, a program, a sysvar, or undefined. */
export function readAccount(parts: AccountDependencies, at: StateAt, key: Uint8Array): SvmAccount | undefined {
  const found = readSvmAccount(at.state, key, (other) => parts.svmOnlyLamports(at.state, other));
  return found ?? readSysvar(parts.chain, at, key);
}

/** Its lamports; 0 for a key that is nobody's. */
export function readBalance(parts: AccountDependencies, at: StateAt, key: Uint8Array): bigint {
  const lamports = readLamports(at.state, key, (other) => parts.svmOnlyLamports(at.state, other));
  return lamports > 0n ? lamports : (readSysvar(parts.chain, at, key)?.lamports ?? 0n);
}
