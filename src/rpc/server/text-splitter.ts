/** Where a text of a stream is in the bytes: `[start, end)`; without `end` there is more of it to come. */
export type FoundText = { readonly start: number; readonly end: number | undefined; readonly isBroken: boolean };

const [quote, backslash, lineFeed] = [0x22, 0x5c, 0x0a];
const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d];
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09;

/**
 * Finds the objects and arrays of a stream of JSON texts, one after the other, with or without white space between them,
 * as go-ethereum and anvil read it. It counts brackets outside of strings: whether a text is JSON, its parser says.
 */
export class TextSplitter {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /**
   * Looks for the text that the next bytes begin or continue; undefined for only white space. What begins as neither
   * object nor array is broken, up to its line end: nobody knows where the text after it would begin.
   */
  find(bytes: Uint8Array): FoundText | undefined {
    let start = 0;
    if (this.#depth === 0) {
      while (start < bytes.length && isSpace(bytes[start])) start++;
      if (start === bytes.length) return undefined;
      if (bytes[start] !== openBrace && bytes[start] !== openBracket) {
        const end = bytes.indexOf(lineFeed, start);
        return { start, end: end < 0 ? bytes.length : end, isBroken: true };
      }
    }
    return { start, end: this.#endIn(bytes, start), isBroken: false };
  }

  #endIn(bytes: Uint8Array, start: number): number | undefined {
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#isInString) this.#passInString(byte);
      else if (byte === quote) this.#isInString = true;
      else if (byte === openBrace || byte === openBracket) this.#depth++;
      else if ((byte === closeBrace || byte === closeBracket) && --this.#depth === 0) return at + 1;
    }
    return undefined;
  }

  #passInString(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }
}
