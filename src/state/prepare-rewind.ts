import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import { inSteps, type Steps } from '../primitives/steps.ts';
import type { Reader } from '../store/types.ts';
import { decodeAccountRecord } from './account-record.ts';
import type { HeadView } from './head-view.ts';
import { addressOf, entryKeyOf } from './history-key.ts';
import { buildTransition } from './prepare-transition.ts';
import { historySince, type Replaced } from './replaced-values.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { Transition } from './transition.ts';
import type { Account } from './types.ts';

/** What is looked at in one step. */
const valuesPerStep = 1_000;

/** What blocks have replaced of an account: the oldest value of each, which is that before the first of them. */
type Replacements = {
  /** undefined: nothing, as the blocks have only changed the root of its entries */
  account: { readonly before: Account | undefined } | undefined;
  readonly entries: Map<Hex, Uint8Array | undefined>;
};

/** The transition from the head back to the state after a block, which has that root, in steps. Writes nothing. */
export function* prepareRewind(
  reader: Reader,
  head: HeadView,
  nodes: StoredNodes,
  { height, root }: { readonly height: number; readonly root: Hash },
): Steps<Transition> {
  const replaced = new Map<Address, Replacements>();
  let { minted, burned } = head.totals;
  for (const block of historySince(reader, height, head.totals.height)) {
    minted -= block.minted;
    burned -= block.burned;
    yield* inSteps(block.replaced, valuesPerStep, (each) => keepOldest(replaced, each));
  }
  const targets = [...replaced].map(([address, { account, entries }]) => ({
    address,
    account: account === undefined ? head.account(address) : account.before,
    entries,
  }));
  const transition = yield* buildTransition(head, nodes, targets, new Map(), { height, minted, burned });
  if (transition.totals.root !== root) throw new Error(`the history of block ${height} is corrupt`);
  return transition;
}

/** To be called in the order of the blocks. */
function keepOldest(all: Map<Address, Replacements>, [key, value]: Replaced): void {
  const address = addressOf(key);
  let known = all.get(address);
  if (known === undefined) {
    known = { account: undefined, entries: new Map() };
    all.set(address, known);
  }
  const entry = entryKeyOf(key);
  if (entry === undefined)
    known.account ??= { before: value.length === 0 ? undefined : decodeAccountRecord(value).account };
  else if (!known.entries.has(entry)) known.entries.set(entry, value.length === 0 ? undefined : value.slice());
}
