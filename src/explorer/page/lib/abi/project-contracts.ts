import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chain } from '../node/chain.ts';
import { call } from '../node/rpc.ts';
import type { CallFrame } from '../node/types.ts';
import { type KnownContract, knownContracts } from './abi-store.ts';

/** Contracts of the project that a development node was started in, by address in lower case. */
const projectContracts = signal<ReadonlyMap<string, KnownContract>>(new Map());

/** What is known of contracts: what the user has given comes before what the node has. */
export const describedContracts = computed(() => new Map([...projectContracts.value, ...knownContracts.value]));

/** Contracts of one tree of calls that are asked for. */
const mostAsked = 20;
const mostKept = 100;

/** Asks the node what it knows of the contracts in a tree of calls. */
export function useProjectContracts(root: CallFrame | undefined): void {
  const isDevelopment = chain.value?.isDevelopment === true;
  useEffect(() => {
    if (isDevelopment && root !== undefined) void ask([...contractsIn(root)].slice(0, mostAsked));
  }, [isDevelopment, root]);
}

async function ask(addresses: readonly string[]): Promise<void> {
  const found = await Promise.all(addresses.map((address) => askFor(address).catch(() => null)));
  const fresh = addresses.flatMap((address, at): [string, KnownContract][] => {
    const contract = found[at];
    return contract ? [[address, contract]] : [];
  });
  if (fresh.length === 0) return;
  const names = new Set(fresh.map(([address]) => address));
  const others = [...projectContracts.peek()].filter(([address]) => !names.has(address));
  projectContracts.value = new Map([...others, ...fresh].slice(-mostKept));
}

type Answer = Omit<KnownContract, 'sourceMap'> & { readonly sourceMap: string | null };

async function askFor(address: string): Promise<KnownContract | null> {
  const answer = await call<Answer | null>('qord_getProjectContract', [address]);
  return answer && { ...answer, sourceMap: answer.sourceMap ?? undefined };
}

function contractsIn(root: CallFrame): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = ({ to, input, calls = [] }: CallFrame) => {
    if (to !== undefined && input !== '0x') found.add(to.toLowerCase());
    for (const inner of calls) visit(inner);
  };
  visit(root);
  return found;
}
