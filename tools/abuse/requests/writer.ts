import type { Random } from '#qord/testing/random/random.ts';
import { hostileValue } from './hostile-values.ts';
import type { ObservedValues } from './observed-values.ts';

/** Writes a JSON value as text, so that it can be text that JSON.stringify never produces. */
export type Rule = (writer: Writer) => string;

/** Writes values by rules; sometimes it writes something else instead. */
export class Writer {
  readonly random: Random;
  readonly observed: ObservedValues;
  /** probability with which a value is replaced, 0 … 1 */
  readonly hostility: number;

  constructor(random: Random, observed: ObservedValues, hostility: number) {
    this.random = random;
    this.observed = observed;
    this.hostility = hostility;
  }

  value(rule: Rule): string {
    return this.random.chance(this.hostility) ? hostileValue(this.random) : rule(this);
  }

  /** A list of up to `most` values. */
  list(rule: Rule, most: number): string {
    const length = this.random.chance(this.hostility / 8) ? this.random.below(2_000) : this.random.below(most + 1);
    return `[${Array.from({ length }, () => this.value(rule)).join()}]`;
  }

  /** An object with some of the members; with hostility also unknown ones. */
  object(members: Readonly<Record<string, Rule>>, required: readonly string[] = []): string {
    const chosen = Object.entries(members).filter(
      ([name]) => (required.includes(name) && !this.random.chance(this.hostility)) || this.random.chance(0.35),
    );
    const written = chosen.map(([name, rule]) => `${JSON.stringify(name)}:${this.value(rule)}`);
    if (this.random.chance(this.hostility))
      written.push(`"${this.random.pick(strangeNames)}":${hostileValue(this.random)}`);
    if (this.random.chance(this.hostility / 4)) written.push(...written.slice(0, 1)); // the same name twice
    return `{${written.join()}}`;
  }

  /** An object with keys of one rule. */
  record(key: Rule, value: Rule, most: number): string {
    const rows = Array.from({ length: this.random.below(most + 1) }, () => {
      const name = key(this);
      return `${name.startsWith('"') ? name : '"x"'}:${this.value(value)}`;
    });
    return `{${rows.join()}}`;
  }

  text(text: string): string {
    return JSON.stringify(text);
  }

  pick(texts: readonly [string, ...string[]]): string {
    return JSON.stringify(this.random.pick(texts));
  }

  oneOf(rules: readonly [Rule, ...Rule[]]): string {
    return this.value(this.random.pick(rules));
  }
}

const strangeNames = [
  'unknown',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'data',
  'input',
  'length',
] as const;
