import type { RawResponse } from '#qord/testing/raw-rpc.ts';

const mostKinds = 500;

/** Counts responses of a node by kind: texts that differ only in their numbers are one kind. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** `result`, or code and message of an error. */
  addResponse({ error }: RawResponse): void {
    this.add(error === undefined ? 'result' : `${error.code} ${error.message}`);
  }

  add(text: string, count = 1): void {
    const kind = text
      .replaceAll(/0x[0-9a-f]{9,}/gi, '0x…')
      .replaceAll(/\d{6,}/g, '…')
      .slice(0, 160);
    if (this.#counts.has(kind) || this.#counts.size < mostKinds) {
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    }
  }

  /** Kinds with their counts, the most frequent first. */
  get entries(): readonly (readonly [kind: string, count: number])[] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }

  /** How often a kind occurred that contains the text. */
  count(text: string): number {
    return this.entries.reduce((sum, [kind, count]) => sum + (kind.includes(text) ? count : 0), 0);
  }
}
