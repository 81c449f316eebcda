import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cometVersion } from '../../consensus/comet/comet-error.ts';

type SignerOptions = {
  /** address at which the node waits for it: tcp://host:port or unix://file */
  readonly address: string;
  /** Chain id of CometBFT */
  readonly chainId: string;
  readonly keyFile: string;
  readonly stateFile: string;
};

/** Why tests that build programs with Go are skipped on this machine; false where they can. */
export const goMissing: string | false = hasGo() ? false : 'Go is not installed';

/** Builds the signer that CometBFT ships with, into a folder; returns its file. */
export function buildSigner(folder: string): string {
  const program = `github.com/cometbft/cometbft/cmd/priv_val_server@${cometVersion}`;
  execFileSync('go', ['install', program], { env: { ...process.env, GOBIN: folder }, stdio: 'pipe' });
  return join(folder, 'priv_val_server');
}

/**
 * A signer in a process of its own. One that could not connect for five seconds is started again, as a unit would be.
 */
export class RemoteSigner {
  readonly #binary: string;
  readonly #options: SignerOptions;
  #child: ChildProcess | undefined;

  constructor(binary: string, options: SignerOptions) {
    this.#binary = binary;
    this.#options = options;
  }

  start(): void {
    const { address, chainId, keyFile, stateFile } = this.#options;
    const words = ['--addr', address, '--chain-id', chainId, '--priv-key', keyFile, '--priv-state', stateFile];
    const child = spawn(this.#binary, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (this.#child !== child || !line.includes('Max retries exceeded')) return;
      child.kill('SIGKILL');
      this.start();
    });
  }

  /** Resolves when it has ended. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
}

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
