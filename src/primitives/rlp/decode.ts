import { encodeRlpList } from './encode.ts';
import { type RlpDecoded, RlpError } from './item.ts';
import { isList, payloadEnd, payloadStart } from './prefix.ts';

/** Canonical RLP → item; its byte strings are views. Throws an RlpError on other bytes, and on trailing ones. */
export function decodeRlp(bytes: Uint8Array): RlpDecoded {
  const reader = new RlpReader(bytes);
  const item = reader.read(0);
  if (reader.at !== bytes.length) throw new RlpError('rlp: input has trailing bytes');
  return item;
}

const maxDepth = 256;

/** Reads one item after another. */
class RlpReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(depth: number): RlpDecoded {
    if (depth > maxDepth) throw new RlpError('rlp: nested too deeply');
    const start = this.at;
    const from = payloadStart(this.#bytes, start);
    const end = payloadEnd(this.#bytes, start, from);
    if (isList(this.#bytes, start)) return this.#readList(from, end, depth + 1);
    this.at = end;
    return this.#bytes.subarray(from, end);
  }

  #readList(from: number, end: number, depth: number): RlpDecoded[] {
    const items: RlpDecoded[] = [];
    this.at = from;
    while (this.at < end) items.push(this.read(depth));
    if (this.at > end) throw new RlpError('rlp: element larger than its list');
    return items;
  }
}

/** Canonical encoding of a list → the encoding of the list without its last `count` items. */
export function withoutLastItems(list: Uint8Array, count: number): Uint8Array {
  const from = payloadStart(list, 0);
  const starts: number[] = [];
  for (let at = from; at < list.length; at = payloadEnd(list, at, payloadStart(list, at))) starts.push(at);
  return encodeRlpList(list.subarray(from, starts.at(-count)));
}
