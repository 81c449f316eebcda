import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { makeFolder } from '../../primitives/make-folder.ts';
import { CliError } from '../exit-codes.ts';
import { type Keystore, keystoreAddress, parseKeystore } from './keystore.ts';

/** A key of the folder: its name is the file's. */
type StoredKey = { readonly name: string; readonly address: Address; readonly keystore: Keystore };

const namePattern = /^[\w][\w.-]{0,99}$/;

/** Every key of the folder, by name. */
export function listKeys(folder: string): readonly StoredKey[] {
  return readKeys(folder, (json) => {
    const keystore = parseKeystore(json);
    return { keystore, address: keystoreAddress(keystore) };
  });
}

/** What `parse` makes of every file of the folder, by name. A file that is no key is an error: it may be a damaged one. */
export function readKeys<T extends object>(
  folder: string,
  parse: (json: string) => T,
): readonly (T & { readonly name: string })[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const path = join(folder, file);
    try {
      return { ...parse(readFileSync(path, 'utf8')), name: file.slice(0, -'.json'.length) };
    } catch (error) {
      if (error instanceof CliError) throw new CliError('key', `${path}: ${error.message}`);
      throw error;
    }
  });
}

/** The key of that name or account. Throws a CliError that names the existing ones. */
export function findKey(folder: string, nameOrAddress: string): StoredKey {
  const keys = listKeys(folder);
  const wanted = nameOrAddress.toLowerCase();
  const found = keys.find(({ name }) => name === nameOrAddress) ?? keys.find(({ address }) => address === wanted);
  if (found !== undefined) return found;
  const names = keys.map(({ name }) => name).join(', ');
  throw new CliError(
    'key',
    `no key ${nameOrAddress} in ${folder}; ${names === '' ? 'add one with qord keys add' : `there are ${names}`}`,
  );
}

/** Why a new key cannot have this name, or undefined when it can. */
export function keyNameFault(folder: string, name: string, remedy = 'qord keys delete'): CliError | undefined {
  if (!namePattern.test(name)) {
    return new CliError('usage', `${name} cannot name a key: use letters, digits, ".", "-" and "_"`);
  }
  if (developmentKey(name) !== undefined) return new CliError('usage', `${name} is the name of a development account`);
  if (!existsSync(pathOf(folder, name))) return undefined;
  return new CliError(
    'key',
    `a key ${name} exists already; choose another name, or delete it first: ${remedy} ${name}`,
  );
}

/** Writes a new key file that only its owner can read; an existing one is never replaced. */
export function storeKey(folder: string, name: string, keystore: object): void {
  const fault = keyNameFault(folder, name);
  if (fault !== undefined) throw fault;
  makeFolder(folder, 0o700);
  const text = `${JSON.stringify(keystore, undefined, 2)}\n`;
  writeFileSync(pathOf(folder, name), text, { mode: 0o600, flag: 'wx', flush: true });
}

/** Deletes the file of a key. */
export function deleteKey(folder: string, name: string): void {
  rmSync(pathOf(folder, name));
}

/** `dev0` … `dev9` → private key of the well-known account; undefined for other names. */
export function developmentKey(name: string): Uint8Array | undefined {
  const index = /^dev(\d)$/.exec(name)?.[1];
  const account = index === undefined ? undefined : developmentAccounts[Number(index)];
  return account === undefined ? undefined : Buffer.from(account.privateKey.slice(2), 'hex');
}

const pathOf = (folder: string, name: string): string => join(folder, `${name}.json`);
