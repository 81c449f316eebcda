import { joinBytes } from '../../../primitives/bytes.ts';
import { readLength } from './varint.ts';

/** Bytes of the largest message: CometBFT limits blocks to 100 MB. */
const maxFrameBytes = 128 * 1024 * 1024;

/** Splits a stream into length-prefixed messages. */
export class FrameReader {
  #parts: Uint8Array[] = [];
  #length = 0;
  /** bytes that the unfinished message needs, as far as known */
  #neededBytes = 1;

  /** The messages that are complete with this chunk. Throws a RangeError when one is too large. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#neededBytes) return []; // a large message is joined once
    const bytes = this.#parts.length === 1 ? chunk : joinBytes(this.#parts);
    const frames: Uint8Array[] = [];
    let at = 0;
    this.#neededBytes = 1;
    for (let head = readLength(bytes, at); head !== undefined; head = readLength(bytes, at)) {
      if (head.value > maxFrameBytes)
        throw new RangeError(`a message of ${head.value} bytes: at most ${maxFrameBytes} are read`);
      const end = head.next + head.value;
      if (end > bytes.length) {
        this.#neededBytes = end - at;
        break;
      }
      frames.push(bytes.subarray(head.next, end));
      at = end;
    }
    this.#length = bytes.length - at;
    this.#parts = this.#length === 0 ? [] : [bytes.subarray(at)];
    return frames;
  }
}
