import { JsonText } from '../../primitives/json-text.ts';
import { type JsonValue, LongText } from '../json-value.ts';
import { TextPieces } from './text-of-pieces.ts';
import { isList, writeJson } from './write-json.ts';

/** Characters of one part, about. */
const partLength = 64 * 1024;

/** Writes a value as `writeJson` does, in parts: `emit` is called with each, at least once. */
export function writeJsonParts(value: JsonValue | TextPieces, emit: (part: string) => void): void {
  const writer = new PartWriter(emit);
  if (value instanceof TextPieces) for (const piece of value) writer.add(piece);
  else writer.write(value);
  writer.end();
}

class PartWriter {
  readonly #emit: (part: string) => void;
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(emit: (part: string) => void) {
    this.#emit = emit;
  }

  write(value: JsonValue): void {
    if (typeof value !== 'object' || value === null || value instanceof JsonText) this.add(writeJson(value));
    else if (value instanceof LongText) for (const part of value.parts()) this.add(part);
    else if (isList(value)) this.#writeList(value);
    else this.#writeObject(value);
  }

  end(): void {
    this.#emit(this.#pieces.join(''));
    this.#pieces.length = 0;
    this.#length = 0;
  }

  #writeList(items: readonly JsonValue[]): void {
    this.add('[');
    for (let index = 0; index < items.length; index++) {
      if (index > 0) this.add(',');
      this.write(items[index] ?? null);
    }
    this.add(']');
  }

  #writeObject(members: { readonly [member: string]: JsonValue | undefined }): void {
    let separator = '{';
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (member === undefined) continue;
      this.add(`${separator}${JSON.stringify(name)}:`);
      this.write(member);
      separator = ',';
    }
    this.add(separator === '{' ? '{}' : '}');
  }

  add(text: string): void {
    if (text.length > 2 * partLength) this.#addSlices(text);
    else this.#addPiece(text);
  }

  #addSlices(text: string): void {
    for (let at = 0; at < text.length; at += partLength) this.#addPiece(text.slice(at, at + partLength));
  }

  #addPiece(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= partLength) this.end();
  }
}
