import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findCometBinary } from '../../consensus/comet/process/find-binary.ts';
import type { NetworkNode } from './network.ts';

/** The flags of a node whose CometBFT somebody else runs. */
export const externalFlags = { 'comet.process': 'external' };

/** A CometBFT that the test runs beside a node. */
export class ExternalComet {
  readonly #node: NetworkNode;
  readonly #socketFile: string;
  #child: ChildProcess | undefined;

  /** `socketFile`: where it finds its application. */
  constructor(node: NetworkNode, socketFile: string) {
    this.#node = node;
    this.#socketFile = socketFile;
  }

  /** Starts it on the home of the node, which has to run. */
  async start(): Promise<void> {
    const { home, comet } = this.#node;
    const binary = await findCometBinary({ configured: '', home, variables: process.env });
    const words = ['start', '--home', comet.folder, '--proxy_app', `unix://${this.#socketFile}`];
    this.#child = spawn(binary, words, { stdio: 'ignore' });
  }

  /** Resolves when it has ended, which it does when its application is gone. */
  async ended(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Stops it without an end. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** Continues what was frozen. */
  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.ended();
  }
}
