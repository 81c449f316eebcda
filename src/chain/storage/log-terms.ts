import type { Log } from '../../kernel/engine.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { inSteps, type Steps } from '../../primitives/steps.ts';
import type { LogFilter } from '../types.ts';

/**
 * What the logs of a block are found by. A term is "any log", an address, or a topic at a position. Of a topic it has
 * the last 20 bytes, since the logs found are compared with the filter anyway.
 */
export type LogTerm = Uint8Array;

/** The term of every log. */
export const anyLog: LogTerm = Uint8Array.of(0);
/** Not a term of a log: that of blocks with a row of their own for their terms. */
export const ownRow: LogTerm = Uint8Array.of(6);
const addressTerm = (address: Address): LogTerm => concatBytes(Uint8Array.of(1), addressToBytes(address));
/** The last 20 bytes of the topic behind one byte for its position. */
function topicTerm(position: number, topic: Hash): LogTerm {
  const term = fromHex(topic).subarray(11);
  term[0] = 2 + position;
  return term;
}

const logsPerStep = 500;
const termsPerStep = 5_000;

/** The terms of the logs: each once, but for topics with the same last 20 bytes, each of which adds its term. */
export function* termsOf(logs: Iterable<Log>): Steps<readonly LogTerm[]> {
  const terms: LogTerm[] = [];
  const addresses = new Set<Address>();
  const topicsAt = [new Set<Hash>(), new Set<Hash>(), new Set<Hash>(), new Set<Hash>()];
  let read = 0;
  for (const { address, topics } of logs) {
    if (++read % logsPerStep === 0) yield;
    if (addresses.size === 0) terms.push(anyLog);
    if (addIfNew(addresses, address)) terms.push(addressTerm(address));
    for (const [position, known] of topicsAt.entries()) {
      const topic = topics[position];
      if (topic !== undefined && addIfNew(known, topic)) terms.push(topicTerm(position, topic));
    }
  }
  return terms;
}

/**
 * One list of accepted terms per condition of the filter; a log must satisfy each. Those that fewer blocks satisfy come
 * first, as a rule: arguments of an event, then the contract, then the kind of event.
 */
export function criteriaOf({ addresses, topics }: LogFilter): readonly (readonly LogTerm[])[] {
  const ofTopics = topics.map((accepted, position) => accepted.map((topic) => topicTerm(position, topic)));
  const [kinds = [], ...args] = ofTopics;
  const conditions = [...args.reverse(), addresses.map(addressTerm), kinds].filter((terms) => terms.length > 0);
  return conditions.length === 0 ? [[anyLog]] : conditions;
}

/** Adds the item to the set; whether it was not in it before. */
function addIfNew<T>(known: Set<T>, item: T): boolean {
  const before = known.size;
  return known.add(item).size > before;
}

/** A term as a number of 32 bits (FNV-1a). Different terms may have the same. */
export function printOf(term: LogTerm): number {
  let print = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) print = Math.imul(print ^ (term[at] ?? 0), 0x01000193);
  return print >>> 0;
}

/** The prints of the terms, ascending, 32 bits each, big-endian: the row of a block with many terms. */
export function* encodePrints(terms: readonly LogTerm[]): Steps<Uint8Array> {
  const prints = new Uint32Array(terms.length);
  yield* inSteps(terms, termsPerStep, (term, index) => {
    prints[index] = printOf(term);
  });
  prints.sort();
  yield;
  const row = new DataView(new ArrayBuffer(4 * prints.length));
  for (const [index, print] of prints.entries()) row.setUint32(4 * index, print);
  return new Uint8Array(row.buffer);
}

/** Whether a row has the print. */
export function includesPrint(row: Uint8Array, print: number): boolean {
  const prints = new DataView(row.buffer, row.byteOffset, row.length);
  let low = 0;
  let high = row.length / 4;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (prints.getUint32(4 * middle) < print) low = middle + 1;
    else high = middle;
  }
  return 4 * low < row.length && prints.getUint32(4 * low) === print;
}
