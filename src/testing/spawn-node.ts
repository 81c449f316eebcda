import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { NodeUrls } from '../node/banner.ts';
import { freePorts } from './node/free-ports.ts';
import { plainEnvironment, programFile } from './run-qord.ts';

/** A log record of the node. */
type LogRecord = { readonly level: string; readonly msg: string } & Readonly<Record<string, unknown>>;

export type SpawnedNode = {
  readonly process: ChildProcess;
  readonly urls: NodeUrls;
  /** everything it has logged so far */
  readonly records: readonly LogRecord[];
  /** everything it has written to its error output so far */
  errorOutput(): string;
  /** Sends a signal and waits for the end; returns the exit code, null when the signal ended the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
};

/**
 * Starts the built program on a home, on free ports, and waits until it responds. Throws an Error with its error
 * output. A process that still runs when the test ends is killed. `preloads`: URLs of modules that the process
 * loads before the program.
 */
export async function spawnNode(
  t: Pick<TestContext, 'after'>,
  home: string,
  flags: Flags = {},
  preloads: readonly string[] = [],
): Promise<SpawnedNode> {
  const nodeFlags = preloads.flatMap((url) => ['--import', url]);
  const words = [...nodeFlags, programFile, 'start', '--home', home, '--json', ...asFlags({ ...freePorts, ...flags })];
  const child = spawn(process.execPath, words, { env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const errorOutput: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk));
  const records: LogRecord[] = [];
  const started = new Promise<LogRecord>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const record: LogRecord = JSON.parse(line);
      records.push(record);
      if (record.msg === 'started') resolve(record);
    });
  });
  const record = await Promise.race([started, ended.then(() => undefined)]);
  if (record === undefined) throw new Error(Buffer.concat(errorOutput).toString());
  const { explorer, http, webSocket, ipc, svm, svmWebSocket, metrics } = record as LogRecord & NodeUrls;
  return {
    process: child,
    urls: { explorer, http, webSocket, ipc, svm, svmWebSocket, metrics },
    records,
    errorOutput: () => Buffer.concat(errorOutput).toString(),
    stop: async (signal) => {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** What is given to options of a command line by their names; true for those without a value. */
type Flags = Readonly<Record<string, string | true>>;

/** Options as arguments of a command line. */
export function asFlags(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, value]));
}
