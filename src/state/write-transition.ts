import type { Address } from '../primitives/address.ts';
import { concatBytes, emptyBytes } from '../primitives/bytes.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Batch } from '../store/batch.ts';
import type { Table } from '../store/contract.ts';
import { encodeAccountRecord } from './account-record.ts';
import { type ChangedKeys, encodeChangedKeys } from './changed-keys.ts';
import { heightKey, historyKey, keyOf, sortableKey } from './keys.ts';
import { encodeTotals, totalsKey } from './state-totals.ts';
import { accountNodeKey, entryNodeKey } from './stored-nodes.ts';
import { tables } from './tables.ts';
import type { AccountTransition, EntryTransition, Transition } from './transition.ts';

/** Adds all rows of a transition to a batch: newest values, what they replace, code, tree nodes, totals. */
export function writeTransition(batch: Batch, transition: Transition): void {
  const { totals, accounts, entries, codes, accountNodes, entryNodes } = transition;
  for (const account of accounts) writeAccount(batch, account, totals.height);
  for (const entry of entries) writeEntry(batch, entry, totals.height);
  if (accounts.length > 0 && totals.height > 0) {
    batch.put(tables.changes, heightKey(totals.height), encodeChangedKeys(changedKeys(transition)));
  }
  for (const [hash, code] of codes) batch.put(tables.code, keyOf(hash), code);
  for (const [path, node] of accountNodes) set(batch, tables.accountNodes, accountNodeKey(path), node ?? undefined);
  for (const [owner, nodes] of entryNodes) {
    for (const [path, node] of nodes) set(batch, tables.entryNodes, entryNodeKey(owner, path), node ?? undefined);
  }
  batch.put(tables.stateTotals, totalsKey, encodeTotals(totals));
}

function writeAccount(batch: Batch, { address, before, after }: AccountTransition, height: number): void {
  const key = keyOf(address);
  set(batch, tables.accounts, key, after && encodeAccountRecord(after));
  const replaced = before === undefined ? emptyBytes : encodeAccountRecord(before);
  if (height > 0) batch.put(tables.accountHistory, historyKey(key, height), replaced);
}

function writeEntry(batch: Batch, { owner, key, before, after }: EntryTransition, height: number): void {
  set(batch, tables.entries, keyOf(owner, key), after);
  const of = concatBytes(keyOf(owner), sortableKey(key));
  if (height > 0) batch.put(tables.entryHistory, historyKey(of, height), before ?? emptyBytes);
}

function set(batch: Batch, table: Table, key: Uint8Array, value: Uint8Array | undefined): void {
  if (value === undefined) batch.remove(table, key);
  else batch.put(table, key, value);
}

/** An account whose entries changed has changed too: its record holds their root. */
function changedKeys({ accounts, entries }: Transition): ChangedKeys {
  const keys = new Map<Address, Hex[]>(accounts.map(({ address }) => [address, []]));
  for (const { owner, key } of entries) keys.get(owner)?.push(key);
  return keys;
}
