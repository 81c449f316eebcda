import type { Random } from '#qord/testing/random/random.ts';

const most = 64;

/** Values from responses that later requests may use: hashes, ids, signatures. */
export class ObservedValues {
  readonly #hashes: string[] = [];
  readonly #ids: string[] = [];
  readonly #signatures: string[] = [];

  /** Collects values from a response. */
  collectFrom(response: string): void {
    const head = response.slice(0, 20_000);
    for (const [, hash = ''] of head.matchAll(/"(0x[0-9a-f]{64})"/g)) push(this.#hashes, hash);
    for (const [, id = ''] of head.matchAll(/"result":"(0x[0-9a-f]{1,32})"/g)) push(this.#ids, id);
    for (const [, signature = ''] of head.matchAll(/"([1-9A-HJ-NP-Za-km-z]{43,88})"/g))
      push(this.#signatures, signature);
  }

  hash(random: Random): string {
    return this.#hashes[random.below(most)] ?? `0x${'11'.repeat(32)}`;
  }

  id(random: Random): string {
    return this.#ids[random.below(most)] ?? '0x1';
  }

  signature(random: Random): string {
    return this.#signatures[random.below(most)] ?? '1'.repeat(64);
  }
}

function push(words: string[], word: string): void {
  if (words.includes(word)) return;
  words.push(word);
  if (words.length > most) words.shift();
}
