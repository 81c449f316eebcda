import type { JsonText } from '../primitives/json-text.ts';

/** What methods return. A bigint is written as an exact integer; members that are undefined are left out. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonText
  | LongText
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue | undefined };

/**
 * JSON text that is too long to be joined: each part is created when the client has read the parts before it, because
 * allocating a response of megabytes would cost more than writing it. ASCII only.
 */
export class LongText {
  readonly parts: () => Iterable<string>;
  /** characters */
  readonly length: number;
  /** Called when it becomes part of no response: there is no room for it, or nobody asked for one. */
  readonly onRefused: (() => void) | undefined;
  constructor(parts: () => Iterable<string>, length: number, onRefused?: () => void) {
    this.parts = parts;
    this.length = length;
    this.onRefused = onRefused;
  }

  toString(): string {
    return [...this.parts()].join('');
  }
}
