import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ProfileName, profiles } from '../profile.ts';
import type { RunOptions } from '../run.ts';

/** A run that has failed once, and must not again. */
export type Regression = Pick<RunOptions, 'seed' | 'nodes' | 'blocks' | 'every' | 'pace'> & {
  /** what failed */
  readonly failure: string;
  readonly profile: ProfileName;
  /** the deliberate fault with which it still fails, which shows that it comes to its place */
  readonly mutant?: string | undefined;
  /** the decisions of clients and faults that it takes; all of the seed when left out */
  readonly decisions: readonly string[] | undefined;
};

const folder = 'tools/simulator/regressions';

/** The files of all that are kept. They are read where the project is: the current directory. */
export function regressionFiles(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`);
}

/** Reads a file, in which decisions are numbers by their kinds, such as `"reader 2": "3 14"`. Throws an Error when it is none. */
export function readRegression(file: string): Regression {
  const { decisions, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const areNumbers = [rest.seed, rest.nodes, rest.blocks].every(Number.isSafeInteger);
  if (!areNumbers || !Object.hasOwn(profiles, rest.profile)) throw new Error(`${file} is no failure of the simulator`);
  const names = Object.entries<string>(decisions ?? {}).flatMap(([kind, numbers]) =>
    numbers.split(' ').map((number) => `${kind}: ${number}`),
  );
  return { ...rest, decisions: decisions && names };
}

/** Writes it into a file of its own, and returns where it is. */
export function keepRegression({ decisions, failure, ...rest }: Regression): string {
  const numbers: Record<string, string> = {};
  for (const [kind = '', number] of decisions?.map((each) => each.split(': ')) ?? [])
    numbers[kind] = numbers[kind] === undefined ? `${number}` : `${numbers[kind]} ${number}`;
  const file = `${existsSync(folder) ? folder : '.'}/seed-${rest.seed}.json`;
  const content = { failure: failure.slice(0, 200), ...rest, decisions: decisions && numbers };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}
