/** The least bytes of the head of a frame: flags and opcode, mask flag and length (RFC 6455, 5.2). */
const shortHead = 2;
const maskLength = 4;
const finalFrame = 0x80;
const opcodeBits = 0x0f;
const firstControlOpcode = 8;
const masked = 0x80;
const lengthBits = 0x7f;

/**
 * Follows the frames that a WebSocket client sends (RFC 6455, 5.2), without their payload, to know how much of a message
 * has arrived that is not complete. Frames that break the protocol are counted somehow: the connection ends with them.
 */
export class FrameCounter {
  /** Frames that ended in what was added last. */
  frames = 0;
  readonly #head: number[] = [];
  #headLength = shortHead;
  #payloadLeft = 0;
  #frameBytes = 0;
  #bytes = 0;
  #parts = 0;

  /** Bytes of the incomplete message, with the heads of its frames. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many chunks and frames the incomplete message has arrived in. */
  get parts(): number {
    return this.#bytes === 0 ? 0 : this.#parts;
  }

  /**
   * Follows the next bytes of the connection to the end of a message, of so many frames or of the chunk, and returns how
   * many they are.
   */
  add(chunk: Uint8Array, maxFrames = Number.POSITIVE_INFINITY): number {
    this.#parts++;
    this.frames = 0;
    for (let at = 0; at < chunk.length; ) {
      const isHead = this.#payloadLeft === 0;
      if (isHead) this.#addToHead(chunk[at] ?? 0);
      const taken = isHead ? 1 : Math.min(this.#payloadLeft, chunk.length - at);
      if (!isHead) this.#payloadLeft -= taken;
      this.#bytes += taken;
      this.#frameBytes += taken;
      at += taken;
      if (this.#payloadLeft > 0 || this.#head.length < this.#headLength) continue;
      this.frames++;
      if (this.#endsMessage() || this.frames === maxFrames) return at;
    }
    return chunk.length;
  }

  #addToHead(byte: number): void {
    this.#head.push(byte);
    if (this.#head.length === shortHead) {
      const length = byte & lengthBits;
      const longer = length === 126 ? 2 : length === 127 ? 8 : 0;
      this.#headLength = shortHead + longer + ((byte & masked) === 0 ? 0 : maskLength);
    }
    if (this.#head.length < this.#headLength) return;
    const short = (this.#head[1] ?? 0) & lengthBits;
    const long = this.#head.slice(shortHead, shortHead + (short === 126 ? 2 : 8));
    this.#payloadLeft = short < 126 ? short : long.reduce((length, next) => length * 256 + next, 0);
  }

  /** Ends a frame. Returns whether its message ends with it. */
  #endsMessage(): boolean {
    const [first = 0] = this.#head;
    const isControl = (first & opcodeBits) >= firstControlOpcode;
    const isLast = !isControl && (first & finalFrame) !== 0;
    if (isControl) this.#bytes -= this.#frameBytes;
    else if (isLast) this.#bytes = this.#parts = 0;
    else this.#parts++;
    this.#head.length = 0;
    this.#headLength = shortHead;
    this.#frameBytes = 0;
    return isLast;
  }
}
