const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const zero = 0x30;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const versionMember = Buffer.from('"jsonrpc":"2.0"');
const idMember = Buffer.from('"id":');
const methodMember = Buffer.from('"method":"');
const paramsMember = Buffer.from('"params":[');

/** Digits of an id that every JSON number holds exactly. */
const maxDigits = 15;
/** V8 copies a part of a text up to this length; a longer one would keep the whole text in memory. */
const maxCopied = 12;

/**
 * Reads a batch as libraries write it: no white space, each request with the four members in any order, ids that are
 * small integers, and parameters that are strings without escapes. The values are those of JSON.parse. Returns
 * undefined for every other text, which is then parsed like any JSON.
 *
 * Measured for a request of eth_getBalance: 0.30 µs instead of 0.62 with JSON.parse and the checks before it, of 1.5
 * until its response is written.
 *
 * `bytes`: ASCII, the same as `text`
 */
export function readPlainBatch(bytes: Buffer, text: string): PlainRequest[] | undefined {
  return bytes[0] === openBracket && bytes[1] === openBrace ? new PlainBatch(bytes, text).read() : undefined;
}

/** A request as JSON.parse returns it. */
type PlainRequest = {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: readonly string[];
};

/** Methods named `read` move behind what they read; they return -1 or undefined where the text is not plain. */
class PlainBatch {
  readonly #bytes: Buffer;
  readonly #text: string;
  #at = 1;

  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes;
    this.#text = text;
  }

  read(): PlainRequest[] | undefined {
    const requests: PlainRequest[] = [];
    for (let next = comma; next === comma; next = this.#next()) {
      const request = this.#readRequest();
      if (request === undefined) return undefined;
      requests.push(request);
    }
    return this.#bytes[this.#at - 1] === closeBracket && this.#at === this.#bytes.length ? requests : undefined;
  }

  /** Each member has to be there once: the four have different bytes behind the quote. */
  #readRequest(): PlainRequest | undefined {
    if (this.#next() !== openBrace) return undefined;
    let isVersioned = false;
    let id = -1;
    let method: string | undefined;
    let params: string[] | undefined;
    for (let members = 0; members < 4; members++) {
      if (members > 0 && this.#next() !== comma) return undefined;
      if (this.#skip(versionMember)) isVersioned = true;
      else if (this.#skip(idMember)) id = this.#readId();
      else if (this.#skip(methodMember)) method = this.#readString();
      else if (this.#skip(paramsMember)) params = this.#readParams();
    }
    if (!isVersioned || id < 0 || method === undefined || params === undefined) return undefined;
    return this.#next() === closeBrace ? { jsonrpc: '2.0', id, method, params } : undefined;
  }

  #readId(): number {
    const start = this.#at;
    let value = 0;
    let digit = (this.#bytes[this.#at] ?? 0) - zero;
    for (; digit >= 0 && digit <= 9; digit = (this.#bytes[++this.#at] ?? 0) - zero) value = value * 10 + digit;
    const digits = this.#at - start;
    const hasLeadingZero = digits > 1 && this.#bytes[start] === zero;
    return digits === 0 || digits > maxDigits || hasLeadingZero ? -1 : value;
  }

  #readParams(): string[] | undefined {
    const params: string[] = [];
    if (this.#bytes[this.#at] === closeBracket) {
      this.#at++;
      return params;
    }
    for (let next = comma; next === comma; next = this.#next()) {
      if (this.#next() !== quote) return undefined;
      const param = this.#readString();
      if (param === undefined) return undefined;
      params.push(param);
    }
    return this.#bytes[this.#at - 1] === closeBracket ? params : undefined;
  }

  /** What is before the next quote. */
  #readString(): string | undefined {
    const bytes = this.#bytes;
    const start = this.#at;
    let end = start;
    for (let byte = bytes[end]; byte !== quote; byte = bytes[++end]) {
      if (byte === undefined || byte < space || byte === backslash) return undefined;
    }
    this.#at = end + 1;
    return end - start <= maxCopied ? this.#text.slice(start, end) : bytes.toString('latin1', start, end);
  }

  /** Whether these bytes are next; then they are skipped. */
  #skip(expected: Buffer): boolean {
    const at = this.#at;
    for (let index = 0; index < expected.length; index++) {
      if (this.#bytes[at + index] !== expected[index]) return false;
    }
    this.#at = at + expected.length;
    return true;
  }

  #next(): number {
    return this.#bytes[this.#at++] ?? 0;
  }
}
