import { emptyBytes } from '../primitives/bytes.ts';
import { inSteps, type Steps } from '../primitives/steps.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader, Table } from '../store/types.ts';
import { encodeAccountRecord } from './account-record.ts';
import type { ChangedHeights } from './changed-heights.ts';
import { accountHistoryKey, entryHistoryKey } from './history-key.ts';
import { isRootImplied } from './implied-roots.ts';
import { heightKey, keyOf, ownedKey } from './keys.ts';
import { type Replaced, removeReplacedAfter, writeReplaced } from './replaced-values.ts';
import { encodeTotals } from './state-totals.ts';
import { stateTables } from './tables.ts';
import type { Transition, TreeChanges } from './transition.ts';
import { nodeRow } from './tree-rows.ts';

const rowsPerStep = 1_000;

/**
 * Adds the rows of a new block's state: newest values, code, totals, and, where it has one, the history of replaced
 * values. `nodes` are those of the trees to write, with which the heights of changes are written; or the number of
 * blocks, with this one, whose nodes and heights are both written later.
 */
export function* writeTransition(
  heights: ChangedHeights,
  batch: Batch,
  { transition, hasHistory }: { readonly transition: Transition; readonly hasHistory: boolean },
  nodes: TreeChanges | number,
): Steps<void> {
  const { height } = transition.totals;
  if (height > 0) batch.remove(stateTables.stateTotals, heightKey(height - 1));
  yield* writeNewest(batch, transition, nodes);
  const replaced = hasHistory ? replacedBy(transition) : [];
  const { minted, burned } = transition.supply;
  const isChanged = replaced.length > 0 || minted > 0n || burned > 0n;
  if (hasHistory && isChanged) yield* writeReplaced(batch, height, transition.supply, replaced);
  const keys = replaced.map(([key]) => key);
  if (typeof nodes !== 'number') yield* heights.write(batch, height, keys);
}

/**
 * Adds the rows of a rewind from `height`, in steps: newest values and nodes; the history since is removed. `nodes`: as
 * above; a number where no removed block has written its nodes and heights.
 */
export function* writeRewind(
  reader: Reader,
  heights: ChangedHeights,
  batch: Batch,
  transition: Transition,
  nodes: TreeChanges | number,
  height: number,
): Steps<void> {
  batch.remove(stateTables.stateTotals, heightKey(height));
  yield* writeNewest(batch, transition, nodes);
  if (typeof nodes !== 'number') yield* heights.rewindInSteps(batch, transition.totals.height);
  removeReplacedAfter(reader, batch, transition.totals.height);
}

function* writeNewest(batch: Batch, transition: Transition, nodes: TreeChanges | number): Steps<void> {
  const { totals, accounts, entries, codes } = transition;
  yield* inSteps(accounts, rowsPerStep, ({ address, after }) =>
    set(batch, stateTables.accounts, keyOf(address), after && encodeAccountRecord(after)),
  );
  yield* inSteps(entries, rowsPerStep, ({ owner, key, after }) =>
    set(batch, stateTables.entries, ownedKey(owner, key), after),
  );
  for (const [hash, code] of codes) batch.put(stateTables.code, keyOf(hash), code);
  if (typeof nodes !== 'number') yield* writeNodes(batch, nodes);
  const unwritten = typeof nodes === 'number' ? nodes : 0;
  batch.put(stateTables.stateTotals, heightKey(totals.height), encodeTotals(totals, unwritten));
}

function* writeNodes(batch: Batch, nodes: TreeChanges): Steps<void> {
  for (const [tree, changed] of nodes) {
    yield* inSteps(changed, rowsPerStep, ([path, node]) => set(batch, ...nodeRow(tree, path), node?.encoded));
  }
}

/**
 * Each account, unless only its root changed and is implied, with its entries: in the order of history keys, which is
 * that of the transition.
 */
function replacedBy({ accounts, entries }: Transition): readonly Replaced[] {
  const replaced: Replaced[] = [];
  let at = 0;
  for (const account of accounts) {
    const { address, before } = account;
    const first = at;
    while (entries[at]?.owner === address) at++;
    const own = entries.slice(first, at);
    if (!isRootImplied(account, own)) {
      replaced.push([accountHistoryKey(address), before === undefined ? emptyBytes : encodeAccountRecord(before)]);
    }
    for (const entry of own) replaced.push([entryHistoryKey(address, entry.key), entry.before ?? emptyBytes]);
  }
  return replaced;
}

function set(batch: Batch, table: Table, key: Uint8Array, value: Uint8Array | undefined): void {
  if (value === undefined) batch.remove(table, key);
  else batch.put(table, key, value);
}
