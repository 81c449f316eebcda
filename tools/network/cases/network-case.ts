import type { TestContext } from 'node:test';

export type CaseOptions = {
  /** how often the case repeats what it does */
  readonly rounds: number | undefined;
  readonly seconds: number | undefined;
  /** seed of the random choices */
  readonly seed: number;
};

/** What takes too long for `npm test`. */
export type NetworkCase = {
  readonly summary: string;
  /** Prints what it finds; throws when a network does not behave. */
  run(t: Pick<TestContext, 'after'>, options: CaseOptions): Promise<void>;
};
