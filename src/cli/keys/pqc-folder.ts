import { CliError } from '../exit-codes.ts';
import { keyNameFault, readKeys } from './key-folder.ts';
import { type PqcKeystore, parsePqcKeystore } from './pqc-keystore.ts';

/** A post-quantum key of the folder: its name is the file's. */
export type StoredPqcKey = { readonly name: string; readonly keystore: PqcKeystore };

/** Every post-quantum key of the folder, by name. */
export function listPqcKeys(folder: string): readonly StoredPqcKey[] {
  return readKeys(folder, (json) => ({ keystore: parsePqcKeystore(json) }));
}

/** The key of that name. Throws a CliError that names the existing ones. */
export function findPqcKey(folder: string, name: string): StoredPqcKey {
  const keys = listPqcKeys(folder);
  const found = keys.find((key) => key.name === name);
  if (found !== undefined) return found;
  const names = keys.map((key) => key.name).join(', ');
  const hint = names === '' ? 'make one with qord keys pqc add' : `there are ${names}`;
  throw new CliError('key', `no post-quantum key ${name} in ${folder}; ${hint}`);
}

/** Why a new key cannot have this name, or undefined when it can. */
export function pqcNameFault(folder: string, name: string): CliError | undefined {
  return keyNameFault(folder, name, 'qord keys pqc delete');
}
