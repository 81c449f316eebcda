import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type NodeClient, quantitySchema } from './client.ts';

/** Status of a node of the network; undefined when it does not respond. */
type NodeFigures = { readonly height: bigint; readonly peers: bigint } | undefined;

/** One node of a network on this machine, in a process of its own that logs to `qord.log` in its home. */
export class TestnetProcess {
  readonly #child: ChildProcess;
  readonly #client: NodeClient;
  /** resolves with a text that says how it ended */
  readonly ended: Promise<string>;
  #end: string | undefined;

  /** `words`: further arguments of the command line */
  constructor(home: string, client: NodeClient, words: readonly string[]) {
    const log = openSync(join(home, 'qord.log'), 'a');
    const program = process.argv[1] ?? '';
    const line = [...process.execArgv, program, 'start', '--home', home, '--json', ...words];
    this.#child = spawn(process.execPath, line, { stdio: ['ignore', log, log] });
    closeSync(log);
    this.#client = client;
    this.ended = new Promise((resolve) => {
      const end = (how: string) => {
        this.#end = how;
        resolve(how);
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    });
  }

  /** How it ended; undefined while it runs. */
  get end(): string | undefined {
    return this.#end;
  }

  stop(): void {
    this.#child.kill('SIGTERM');
  }

  async figures(): Promise<NodeFigures> {
    try {
      const height = await this.#client.call('eth_blockNumber', [], quantitySchema);
      return { height, peers: await this.#client.call('net_peerCount', [], quantitySchema) };
    } catch {
      return undefined; // it is starting, or has ended
    }
  }
}
