import type { Address } from '../primitives/address.ts';
import { concatBytes, emptyBytes } from '../primitives/bytes.ts';
import type { Hex } from '../primitives/hex.ts';
import { inSteps, runToEnd, type Steps } from '../primitives/steps.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader, Table } from '../store/types.ts';
import { encodeAccountRecord } from './account-record.ts';
import { type ChangedKeys, changesSince, encodeChangedKeys } from './changed-keys.ts';
import { heightKey, keyOf, numberedKey, sortableKey } from './keys.ts';
import { encodeTotals } from './state-totals.ts';
import { accountNodeKey, entryNodeKey } from './stored-nodes.ts';
import { stateTables } from './tables.ts';
import type { Transition } from './transition.ts';

/** Rows that are added in one step. */
const rowsPerStep = 1_000;

/** Adds the rows of a new block's state: newest values, code, tree nodes, totals, and the history of replaced values. */
export function* writeTransition(batch: Batch, transition: Transition): Steps<void> {
  yield* writeNewest(batch, transition);
  const { height } = transition.totals;
  if (height > 0 && transition.accounts.length > 0) yield* writeHistory(batch, transition, height);
}

/** Adds the rows of a rewind from `height`: newest values; the history since is removed. */
export function writeRewind(batch: Batch, reader: Reader, transition: Transition, height: number): void {
  runToEnd(writeNewest(batch, transition));
  for (const { height: changedAt, keys } of changesSince(reader, transition.totals.height)) {
    batch.remove(stateTables.changes, heightKey(changedAt));
    for (const [address, entries] of keys) {
      batch.remove(stateTables.accountHistory, accountHistoryKey(address, changedAt));
      for (const key of entries) batch.remove(stateTables.entryHistory, entryHistoryKey(address, key, changedAt));
    }
  }
  for (let later = transition.totals.height + 1; later <= height; later++) {
    batch.remove(stateTables.stateTotals, heightKey(later));
  }
}

function* writeNewest(batch: Batch, transition: Transition): Steps<void> {
  const { totals, accounts, entries, codes, accountNodes, entryNodes } = transition;
  yield* inSteps(accounts, rowsPerStep, ({ address, after }) =>
    set(batch, stateTables.accounts, keyOf(address), after && encodeAccountRecord(after)),
  );
  yield* inSteps(entries, rowsPerStep, ({ owner, key, after }) =>
    set(batch, stateTables.entries, keyOf(owner, key), after),
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

function* writeHistory(batch: Batch, { accounts, entries }: Transition, height: number): Steps<void> {
  yield* inSteps(accounts, rowsPerStep, ({ address, before }) => {
    const replaced = before === undefined ? emptyBytes : encodeAccountRecord(before);
    batch.put(stateTables.accountHistory, accountHistoryKey(address, height), replaced);
  });
  yield* inSteps(entries, rowsPerStep, ({ owner, key, before }) =>
    batch.put(stateTables.entryHistory, entryHistoryKey(owner, key, height), before ?? emptyBytes),
  );
  batch.put(stateTables.changes, heightKey(height), encodeChangedKeys(changedKeys(accounts, entries)));
}

function accountHistoryKey(address: Address, height: number): Uint8Array {
  return numberedKey(keyOf(address), height);
}

function entryHistoryKey(owner: Address, key: Hex, height: number): Uint8Array {
  return numberedKey(concatBytes(keyOf(owner), sortableKey(key)), height);
}

function set(batch: Batch, table: Table, key: Uint8Array, value: Uint8Array | undefined): void {
  if (value === undefined) batch.remove(table, key);
  else batch.put(table, key, value);
}

/** An account whose entries changed has changed too: its record contains their root. */
function changedKeys(accounts: Transition['accounts'], entries: Transition['entries']): ChangedKeys {
  const keys = new Map<Address, Hex[]>(accounts.map(({ address }) => [address, []]));
  for (const { owner, key } of entries) keys.get(owner)?.push(key);
  return keys;
}
