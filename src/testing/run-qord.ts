import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const programFile = fileURLToPath(new URL('../qord.cjs', import.meta.url));

type ProgramResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs `qord` to its end as a user would, without any QORD_ variable of this process. */
export async function runQord(
  words: readonly string[],
  {
    input = '',
    variables = {},
    cwd,
  }: { input?: string; variables?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [programFile, ...words], {
    ...(cwd !== undefined && { cwd }),
    env: { ...plainEnvironment(), ...variables },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => {}); // the program may end before it reads its input
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Makes runs of `qord` against a node and its home: what a command prints with --json, when it has succeeded. */
export function commandsOn(node: { readonly urls: { readonly http: string }; readonly home: string }) {
  const variables = { QORD_NODE: node.urls.http, QORD_HOME: node.home };
  return async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await runQord([...words, '--json'], { variables });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
}

/** The environment of this process without settings of qord. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('QORD_')));
}
