import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mutants } from './mutants.ts';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
const mutate = new URL('mutate.js', import.meta.url).href;

/** Plays each mutant until it is found, or its minutes of processor time are over; prints what came of it. Returns whether all were found. */
export function findMutants(seed: number, minutes: number, part: string): boolean {
  const words = `--seed ${seed} --minutes ${minutes} --blocks 120 --every 1 --no-shrink`;
  const wanted = Object.keys(mutants).filter((name) => name.includes(part));
  let missed = 0;
  for (const name of wanted) {
    const failure = failureOf(name, `${words} ${mutants[name]?.run ?? ''}`.trim().split(' '));
    if (failure === undefined) missed++;
    console.log(`${failure === undefined ? 'MISSED' : 'found '} ${name}: ${failure ?? ''}`);
  }
  console.log(`${wanted.length - missed} of ${wanted.length} mutants were found`);
  return missed === 0;
}

/** Where and when a run with the mutant failed, and the first line of what did; undefined when nothing did. */
export function failureOf(name: string, words: readonly string[]): string | undefined {
  const env = { ...process.env, QORD_MUTANT: name };
  const options = { env, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', mutate, main, ...words], options);
  if (status === 0) return undefined;
  const [, where, failure] = /\nFAILURE at ([^\n]*)\n([^\n]*)/.exec(`\n${stdout}`) ?? [];
  if (failure === undefined)
    throw new Error(`mutant ${name} could not be played: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  return `${where} ${failure}`;
}
