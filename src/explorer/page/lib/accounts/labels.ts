import { sha256 } from '@noble/hashes/sha2.js';
import { signal } from '@preact/signals';
import { loadBriefs } from '../modules/modules.ts';
import { chain } from '../node/chain.ts';
import { developmentAddresses } from '../node/development.ts';
import { hexOf } from './accounts.ts';

/** Names of known accounts by address in lower case. */
const labels = signal<ReadonlyMap<string, string>>(new Map());

/** The name that the user has given an address; undefined when there is none. */
export function labelOf(address: string): string | undefined {
  return labels.value.get(address.toLowerCase());
}

/** The account that a label names. */
export function accountOfLabel(text: string): string | undefined {
  for (const [address, label] of labels.peek()) if (label.toLowerCase() === text.toLowerCase()) return address;
  return undefined;
}

/** All names that the user has given, by address in lower case. */
export function allLabels(): ReadonlyMap<string, string> {
  return labels.value;
}

/** Accounts that belong to nobody's key: the first 20 bytes of the SHA-256 of their name. */
const namedAccounts = [
  ['fee_collector', 'fee collector'],
  ['treasury', 'treasury'],
  ['lightnode', 'light-node pool'],
  ['distribution', 'reward pool'],
] as const;

/** Modules, named accounts, and on a development network its accounts. */
export async function loadLabels(): Promise<void> {
  const modules = await loadBriefs().catch(() => []);
  const found = new Map<string, string>(
    namedAccounts.map(([name, label]) => [hexOf(sha256(new TextEncoder().encode(name)).subarray(0, 20)), label]),
  );
  for (const { name, address, contracts } of modules) {
    for (const contract of contracts) found.set(contract.address.toLowerCase(), `${contract.name} module`);
    found.set(address.toLowerCase(), `${name} module`);
  }
  chain.subscribe((facts) => {
    if (facts === undefined) return;
    if (facts.isDevelopment) {
      for (const [index, address] of developmentAddresses.entries()) found.set(address, `dev${index}`);
    }
    labels.value = new Map(found);
  });
}
