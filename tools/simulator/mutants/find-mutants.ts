import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Mutant, mutants } from './mutants.ts';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
const mutate = new URL('mutate.js', import.meta.url).href;

/** Plays each mutant until it is found, or its minutes of processor time are over; prints what came of it. Returns whether all were found. */
export async function findMutants(seed: number, minutes: number, words: string): Promise<boolean> {
  const wanted = mutants.filter(({ name }) => name.includes(words));
  let missed = 0;
  for (const mutant of wanted) {
    const failure = await failureOf(mutant, seed, minutes);
    if (failure === undefined) missed++;
    console.log(`${failure === undefined ? 'MISSED' : 'found '} ${mutant.name}: ${failure ?? ''}`);
  }
  console.log(`${wanted.length - missed} of ${wanted.length} mutants were found`);
  return missed === 0;
}

/** Where and when something failed, and the first line of what did; undefined when nothing did. */
async function failureOf({ name }: Mutant, seed: number, minutes: number): Promise<string | undefined> {
  const words = `--seed ${seed} --minutes ${minutes} --blocks 120 --every 1 --no-shrink`.split(' ');
  const args = ['--import', mutate, main, ...words];
  const child = spawn(process.execPath, args, { env: { ...process.env, QORD_MUTANT: name } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) return undefined;
  const [, where, failure] = /\nFAILURE at ([^\n]*)\n([^\n]*)/.exec(`\n${output}`) ?? [];
  if (failure === undefined) throw new Error(`mutant ${name} could not be played: ${output.slice(-2_000)}`);
  return `${where} ${failure}`;
}
