import type { RlpItem } from './item.ts';
import { bytesPrefix, isOwnEncoding, listPrefix, prefixLength, writePrefix } from './prefix.ts';

/** Item → canonical RLP. A single byte below 0x80 is its own encoding and is handed back as it is. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) return isOwnEncoding(item) ? item : withPrefix(item, bytesPrefix);
  const lengths: number[] = [];
  const encoded = new Uint8Array(measure(item, lengths));
  new RlpWriter(encoded, lengths).write(item);
  return encoded;
}

/** The encodings of a list's items behind one another → that of the list. */
export function encodeRlpList(items: Uint8Array): Uint8Array {
  return withPrefix(items, listPrefix);
}

function withPrefix(payload: Uint8Array, kind: number): Uint8Array {
  const encoded = new Uint8Array(prefixLength(payload.length) + payload.length);
  encoded.set(payload, writePrefix(encoded, 0, payload.length, kind));
  return encoded;
}

/** Length of an item's encoding. Adds to `lengths` those of the payloads of its lists, each before those inside it. */
function measure(item: RlpItem, lengths: number[]): number {
  if (item instanceof Uint8Array) return isOwnEncoding(item) ? 1 : prefixLength(item.length) + item.length;
  const place = lengths.push(0) - 1;
  let length = 0;
  for (const part of item) length += measure(part, lengths);
  lengths[place] = length;
  return prefixLength(length) + length;
}

/** Writes items behind one another; takes the lengths of lists in the order in which `measure` tells them. */
class RlpWriter {
  readonly #target: Uint8Array;
  readonly #lengths: readonly number[];
  #nextList = 0;
  #at = 0;

  constructor(target: Uint8Array, lengths: readonly number[]) {
    this.#target = target;
    this.#lengths = lengths;
  }

  write(item: RlpItem): void {
    if (item instanceof Uint8Array) {
      this.#writeBytes(item);
      return;
    }
    this.#at = writePrefix(this.#target, this.#at, this.#lengths[this.#nextList++] ?? 0, listPrefix);
    for (const part of item) this.write(part);
  }

  #writeBytes(bytes: Uint8Array): void {
    if (!isOwnEncoding(bytes)) this.#at = writePrefix(this.#target, this.#at, bytes.length, bytesPrefix);
    this.#target.set(bytes, this.#at);
    this.#at += bytes.length;
  }
}
