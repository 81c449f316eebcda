import { JsonText } from '../../primitives/json-text.ts';
import type { JsonValue } from '../json-value.ts';

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const integerPattern = /^-?\d+$/;
/** Digits of the largest 256-bit number. Longer numbers are not valid anywhere, and slow to convert. */
const longestInteger = 80;

/**
 * Parses JSON without loss of precision: integers beyond 2^53 become bigint, and numeric ids of JSON-RPC requests
 * become JsonText, so that they can be echoed as they were written. Throws a SyntaxError. The nesting of `text` must
 * have been checked before.
 */
export function parseExactJson(text: string): JsonValue {
  const parser = new ExactParser(text);
  const value = parser.value(0, false);
  parser.end();
  return value;
}

class ExactParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number, inBatch: boolean): JsonValue {
    const first = this.#peek();
    if (first === '{') return this.#object(depth + 1, depth === 0 || (depth === 1 && inBatch));
    if (first === '[') return this.#array(depth + 1);
    if (first === '"') return this.#string();
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return toExactNumber(this.#number());
  }

  end(): void {
    if (this.#peek() !== '') throw this.#unexpected();
  }

  #object(depth: number, isRequest: boolean): Record<string, JsonValue> {
    const members: Record<string, JsonValue> = {};
    this.#expect('{');
    if (!this.#skip('}')) {
      do {
        if (this.#peek() !== '"') throw this.#unexpected();
        const name = this.#string();
        this.#expect(':');
        const value = isRequest && name === 'id' ? this.#id(depth) : this.value(depth, false);
        if (name === '__proto__') Object.defineProperty(members, name, ownMember(value));
        else members[name] = value;
      } while (this.#skip(','));
      this.#expect('}');
    }
    return members;
  }

  #id(depth: number): JsonValue {
    const isNumber = /[-0-9]/.test(this.#peek());
    return isNumber ? new JsonText(this.#number()) : this.value(depth, false);
  }

  #array(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#expect('[');
    if (this.#skip(']')) return items;
    do items.push(this.value(depth, depth === 1));
    while (this.#skip(','));
    this.#expect(']');
    return items;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end > 0 && isEscaped(this.#text, end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#unexpected();
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  #number(): string {
    this.#peek();
    numberPattern.lastIndex = this.#at;
    const found = numberPattern.exec(this.#text);
    if (found === null) throw this.#unexpected();
    this.#at += found[0].length;
    return found[0];
  }

  /** The next character that is not white space; empty at the end. */
  #peek(): string {
    while (' \t\r\n'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
    return this.#text.charAt(this.#at);
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) throw this.#unexpected();
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`unexpected input at position ${this.#at}`);
  }
}

/** Of a name that an assignment would take for the prototype. */
function ownMember(value: JsonValue): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** Whether the character at `index` has an odd number of backslashes before it. */
function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

function toExactNumber(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value) || text.length > longestInteger || !integerPattern.test(text)) return value;
  return BigInt(text);
}
