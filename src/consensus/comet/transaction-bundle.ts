import { maxTransactionBytes } from '../../mempool/admission.ts';
import { appendAll } from '../../primitives/append-all.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';

/*
 * The encoding of many transactions in one entry, by which nodes exchange them. CometBFT passes the entries of a peer
 * to the application one after the other and waits for each, in the routine that also receives the peer's votes and
 * proposals: with an entry for each transaction a few thousand of them delay a block by seconds.
 */

/**
 * The reserved byte that no transaction starts with, as in a report, and the byte that distinguishes a bundle from a
 * report.
 */
const [prefix, kind] = [0x00, 0x02];
/** Version of the rest; a node rejects unknown versions. */
export const bundleVersion = 1;
/** Bytes before the first transaction, and at most those before each. */
const [headBytes, lengthBytes] = [7, 3];

/**
 * Most bytes of an entry, bundle or transaction: the limit of the pool for a transaction, with which CometBFT is
 * started.
 */
export const maxEntryBytes = maxTransactionBytes;
/** Most transactions of a bundle: a few milliseconds of looking them up. */
const maxTransactions = 1_024;

/**
 * Entries for these transactions, in their order: a single one stays unchanged. CometBFT never passes the same entry to
 * an application again, even when that has dropped the transactions since: what is sent again needs another number of
 * `repetition`, which makes it another entry.
 */
export function bundle(transactions: readonly Uint8Array[], repetition = 0): readonly Uint8Array[] {
  const entries: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  let size = headBytes;
  const close = () => {
    const isBundle = open.length > 1 || (open.length > 0 && repetition > 0);
    appendAll(entries, isBundle ? [encodeBundle(open, repetition)] : open);
    open = [];
    size = headBytes;
  };
  for (const transaction of transactions) {
    const added = lengthBytes + transaction.length;
    if (size + added > maxEntryBytes || open.length === maxTransactions) close();
    open.push(transaction);
    size += added;
  }
  close();
  return entries;
}

/** Why an entry cannot be decoded: it has another version, or an unknown format. */
type EntryFault = { readonly code: 'other-version'; readonly version: number } | { readonly code: 'malformed' };
const malformed: EntryFault = { code: 'malformed' };

/** The transactions of an entry, as views: those of a bundle, otherwise the entry itself. */
export function unbundle(entry: Uint8Array): readonly Uint8Array[] | EntryFault {
  if (entry.length === 0 || entry.length > maxEntryBytes) return malformed;
  const [first, second, version] = entry;
  if (first !== prefix) return [entry];
  if (second !== kind || version === undefined) return malformed;
  if (version !== bundleVersion) return { code: 'other-version', version };
  if (entry.length < headBytes) return malformed;
  return readTransactions(entry.subarray(headBytes)) ?? malformed;
}

function readTransactions(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const reader = new ByteReader(bytes);
  const transactions: Uint8Array[] = [];
  try {
    while (!reader.atEnd) {
      const transaction = reader.bytes();
      if (transaction.length === 0 || transaction[0] === prefix) return undefined;
      if (transactions.push(transaction) > maxTransactions) return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return transactions.length > 0 ? transactions : undefined;
}

function encodeBundle(transactions: readonly Uint8Array[], repetition: number): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(prefix);
  writer.byte(kind);
  writer.byte(bundleVersion);
  for (const shift of [24, 16, 8, 0]) writer.byte((repetition >>> shift) & 0xff);
  for (const transaction of transactions) writer.bytes(transaction);
  return writer.finish();
}
