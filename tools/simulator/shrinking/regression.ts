import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ProfileName } from '../profile.ts';
import type { RunOptions } from '../run.ts';

/** A run that has failed once, and must not again. */
export type Regression = Pick<RunOptions, 'seed' | 'nodes' | 'blocks' | 'every'> & {
  /** what failed */
  readonly failure: string;
  readonly profile: ProfileName;
  /** the decisions of clients and faults that it takes; undefined: all of the seed */
  readonly decisions: readonly string[] | undefined;
};

const folder = 'tools/simulator/regressions';

/** All that are kept, with their file names. They are read where the project is: the current directory. */
export function readRegressions(): readonly (readonly [file: string, Regression])[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Regression] as const);
}

/** Writes it into a file of its own, and returns where it is; undefined when the project is not here. */
export function keepRegression(regression: Regression): string | undefined {
  if (!existsSync(folder)) return undefined;
  const file = `${folder}/seed-${regression.seed}.json`;
  writeFileSync(file, `${JSON.stringify(regression, null, 2)}\n`);
  return file;
}
