import { emptyBytes } from '../primitives/bytes.ts';
import { inSteps, runToEnd, type Steps } from '../primitives/steps.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader, Table } from '../store/types.ts';
import { encodeAccountRecord } from './account-record.ts';
import { addChange, removeChangesFrom } from './changed-heights.ts';
import { keysChangedSince } from './changed-keys.ts';
import { accountHistoryKey, entryHistoryKey } from './history-key.ts';
import { isRootImplied } from './implied-roots.ts';
import { heightKey, keyOf, ownedKey } from './keys.ts';
import { type Replaced, removeReplacedAfter, writeReplaced } from './replaced-values.ts';
import { encodeTotals } from './state-totals.ts';
import { accountNodeKey, entryNodeKey } from './stored-nodes.ts';
import { stateTables } from './tables.ts';
import type { Transition } from './transition.ts';

/** Rows that are added in one step. */
const rowsPerStep = 1_000;

/**
 * Adds the rows of a new block's state: newest values, code, tree nodes, totals, and the history of replaced values.
 */
export function* writeTransition(reader: Reader, batch: Batch, transition: Transition): Steps<void> {
  const { height } = transition.totals;
  if (height > 0) batch.remove(stateTables.stateTotals, heightKey(height - 1));
  yield* writeNewest(batch, transition);
  const { accounts, supply } = transition;
  const isChanged = accounts.length > 0 || supply.minted > 0n || supply.burned > 0n;
  if (height > 0 && isChanged) yield* writeHistory(reader, batch, transition);
}

/** Adds the rows of a rewind from `height`: newest values; the history since is removed. */
export function writeRewind(batch: Batch, reader: Reader, transition: Transition, height: number): void {
  batch.remove(stateTables.stateTotals, heightKey(height));
  runToEnd(writeNewest(batch, transition));
  const first = transition.totals.height + 1;
  for (const [address, entries] of keysChangedSince(reader, transition.totals.height)) {
    removeChangesFrom(reader, batch, accountHistoryKey(address), first);
    for (const key of entries) removeChangesFrom(reader, batch, entryHistoryKey(address, key), first);
  }
  removeReplacedAfter(reader, batch, transition.totals.height);
}

function* writeNewest(batch: Batch, transition: Transition): Steps<void> {
  const { totals, accounts, entries, codes, accountNodes, entryNodes } = transition;
  yield* inSteps(accounts, rowsPerStep, ({ address, after }) =>
    set(batch, stateTables.accounts, keyOf(address), after && encodeAccountRecord(after)),
  );
  yield* inSteps(entries, rowsPerStep, ({ owner, key, after }) =>
    set(batch, stateTables.entries, ownedKey(owner, key), after),
  );
  for (const [hash, code] of codes) batch.put(stateTables.code, keyOf(hash), code);
  yield* inSteps(accountNodes, rowsPerStep, ([path, node]) =>
    set(batch, stateTables.accountNodes, accountNodeKey(path), node ?? undefined),
  );
  for (const [owner, nodes] of entryNodes) {
    yield* inSteps(nodes, rowsPerStep, ([path, node]) =>
      set(batch, stateTables.entryNodes, entryNodeKey(owner, path), node ?? undefined),
    );
  }
  batch.put(stateTables.stateTotals, heightKey(totals.height), encodeTotals(totals));
}

function* writeHistory(reader: Reader, batch: Batch, transition: Transition): Steps<void> {
  const { height } = transition.totals;
  const replaced = replacedBy(transition);
  yield* writeReplaced(batch, height, transition.supply, replaced);
  yield* inSteps(replaced, rowsPerStep, ([key]) => addChange(reader, batch, key, height));
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
