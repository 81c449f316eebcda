import { signal } from '@preact/signals';
import type { AbiItem } from '../../../../sources/abi-item.ts';
import type { Hex } from '../node/types.ts';
import { readStoredJson, store } from '../site/browser-storage.ts';

/** A contract whose ABI the user has provided: kept in this browser only. */
export type KnownContract = {
  readonly name: string;
  readonly abi: readonly AbiItem[];
  /** Source map of the deployed code, as solc writes it. */
  readonly sourceMap?: string | undefined;
  /** in the order of their numbers in the source map */
  readonly sources?: readonly { readonly path: string; readonly text: string }[];
};

const storageKey = 'contracts';

function readContracts(): ReadonlyMap<string, KnownContract> {
  return new Map(Object.entries(readStoredJson(storageKey) ?? {}).filter(isKnown));
}

function isKnown(entry: readonly [string, unknown]): entry is [string, KnownContract] {
  const { name, abi } = (entry[1] ?? {}) as Partial<KnownContract>;
  return typeof name === 'string' && Array.isArray(abi);
}

/** By address in lower case. */
export const knownContracts = signal<ReadonlyMap<string, KnownContract>>(readContracts());

/** Keeps the name and ABI of a contract in this browser. */
export function rememberContract(address: Hex, contract: KnownContract): void {
  keep(new Map([...knownContracts.peek(), [address.toLowerCase(), contract]]));
}

/** Deletes what this browser keeps of a contract. */
export function forgetContract(address: string): void {
  keep(new Map([...knownContracts.peek()].filter(([known]) => known !== address.toLowerCase())));
}

function keep(contracts: ReadonlyMap<string, KnownContract>): void {
  knownContracts.value = contracts;
  store(storageKey, JSON.stringify(Object.fromEntries(contracts)));
}
