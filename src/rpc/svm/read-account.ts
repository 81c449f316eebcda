import { readLamports, readSvmAccount, type SvmAccount } from '../../svm/account.ts';
import type { StateAt } from './context.ts';
import type { SvmDependencies } from './dependencies.ts';
import { readSysvar } from './sysvars.ts';

export type AccountDependencies = Pick<SvmDependencies, 'chain' | 'svmOnlyLamports'>;

/** The account behind a 32-byte key: of the ledger, of the SVM side only, a program, a sysvar, or undefined. */
export function readAccount(dependencies: AccountDependencies, at: StateAt, key: Uint8Array): SvmAccount | undefined {
  const found = readSvmAccount(at.state, key, (other) => dependencies.svmOnlyLamports(at.state, other));
  return found ?? readSysvar(dependencies.chain, at, key);
}

/** Its lamports; 0 for a key without an account. */
export function readBalance(dependencies: AccountDependencies, at: StateAt, key: Uint8Array): bigint {
  const lamports = readLamports(at.state, key, (other) => dependencies.svmOnlyLamports(at.state, other));
  return lamports > 0n ? lamports : (readSysvar(dependencies.chain, at, key)?.lamports ?? 0n);
}
