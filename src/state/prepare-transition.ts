import type { Address } from '../primitives/address.ts';
import { equalBytes } from '../primitives/bytes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import { equalRecords } from './account-record.ts';
import type { EntryChanges, StateChanges } from './changes.ts';
import type { HeadView } from './head-view.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { AccountTransition, EntryTransition, Transition } from './transition.ts';
import { TreeNodes } from './tree/tree-nodes.ts';
import { emptyTreeRoot, updateTree } from './tree/update-tree.ts';

/** Works out what `changes`, made over the head, come to, and the root that results. Writes nothing. */
export function prepareTransition(head: HeadView, nodes: StoredNodes, changes: StateChanges): Transition {
  const accounts: AccountTransition[] = [];
  const entries: EntryTransition[] = [];
  const entryNodes = new Map<Address, ReadonlyMap<string, Uint8Array | null>>();
  for (const address of [...new Set([...changes.accounts.keys(), ...changes.entries.keys()])].sort()) {
    const changed = entryTransitions(head, address, changes.entries.get(address));
    const before = head.record(address);
    let storageRoot = before?.storageRoot ?? emptyTreeRoot;
    if (changed.length > 0) {
      const tree = new TreeNodes(nodes.entryTree(address));
      storageRoot = updateTree(tree, changed.map(({ key, after }) => entryLeaf(key, after)).sort(byTreeKey));
      entries.push(...changed);
      entryNodes.set(address, tree.changed);
    }
    const set = changes.accounts.get(address);
    const account = set === undefined ? before?.account : (set ?? undefined);
    const after = account && { account, storageRoot };
    if (!equalRecords(before, after)) accounts.push({ address, before, after });
  }
  const tree = new TreeNodes(nodes.accountTree);
  const root = updateTree(tree, accounts.map(({ address, after }) => accountLeaf(address, after)).sort(byTreeKey));
  const { height, minted, burned } = head.totals;
  return {
    totals: { height: height + 1, root, minted: minted + changes.minted, burned: burned + changes.burned },
    previousRoot: head.totals.root,
    accounts,
    entries,
    codes: codesInUse(accounts, changes.codes),
    accountNodes: tree.changed,
    entryNodes,
  };
}

/** In key order, without those that end as they began. */
function entryTransitions(head: HeadView, owner: Address, changes: EntryChanges | undefined): EntryTransition[] {
  if (changes === undefined) return [];
  const values = new Map<Hex, Uint8Array | null>();
  if (changes.wiped) for (const [key] of head.entries(owner, '0x')) values.set(key, null);
  for (const [key, value] of changes.values) values.set(key, value);
  return [...values.keys()].sort().flatMap((key) => {
    const before = head.entry(owner, key);
    const after = values.get(key) ?? undefined;
    const isSame = before === after || (before && after && equalBytes(before, after));
    return isSame ? [] : [{ owner, key, before, after }];
  });
}

function codesInUse(
  accounts: readonly AccountTransition[],
  added: ReadonlyMap<Hash, Uint8Array>,
): Map<Hash, Uint8Array> {
  const codes = new Map<Hash, Uint8Array>();
  for (const { after } of accounts) {
    const hash = after?.account.codeHash;
    const code = hash && added.get(hash);
    if (hash && code) codes.set(hash, code);
  }
  return codes;
}
