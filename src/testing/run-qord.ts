import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const programFile = fileURLToPath(new URL('../qord.js', import.meta.url));

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs `qord` to its end as a user would, without any QORD_ variable of this process. */
export async function runQord(
  words: readonly string[],
  { input = '', variables = {} }: { input?: string; variables?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [programFile, ...words], { env: { ...plainEnvironment(), ...variables } });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => {}); // the program may end before it reads
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** The environment of this process without settings of qord. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('QORD_')));
}
