import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from '../../../primitives/machine.ts';
import type { Clock } from '../../building/clock.ts';
import { InterruptibleTimer } from '../../building/interruptible-timer.ts';
import { CometError } from '../comet-error.ts';
import type { CometHome } from '../comet-home.ts';
import type { CometLog, ConsensusLog } from './comet-log.ts';
import { fatalFault, isLocked, lacksSigner } from './explain-end.ts';

type SupervisorOptions = {
  readonly binary: string;
  readonly home: CometHome;
  /** files at which it listens */
  readonly sockets: readonly string[];
  readonly clock: Clock;
  /** receives the output of CometBFT */
  readonly output: CometLog;
  readonly log: ConsensusLog;
};

/** Delays before CometBFT is restarted, in ms; after the last one the driver gives up. */
const pauses = [500, 2_000, 8_000];
/** Milliseconds before CometBFT waits for a remote signer again, after the three seconds it has waited. */
const signerPauseMs = 500;
/** Milliseconds of uptime after which earlier exits no longer count. */
const healthyMs = 60_000;
/** Milliseconds that CometBFT has to exit after SIGTERM. */
const graceMs = 5_000;

type End = { readonly exit: string; readonly ranFor: number };

/** Runs CometBFT as a child and starts it again when it ends. CometBFT exits by itself when this process has ended. */
export class CometSupervisor {
  readonly #options: SupervisorOptions;
  readonly #timer: InterruptibleTimer;
  #child: ChildProcess | undefined;
  #restarts = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#timer = new InterruptibleTimer(options.clock);
  }

  /** process id of CometBFT; undefined while it does not run */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Kills a CometBFT that hangs, which is then started again. */
  kill(): void {
    this.#child?.kill('SIGKILL'); // a process that is stopped ends by no other signal
  }

  /** how often CometBFT was started again */
  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves after the signal, when CometBFT has ended. Rejects with a CometError when restarts do not help. */
  async run(signal: AbortSignal): Promise<void> {
    const { home, output, log } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      output.clear();
      const { exit, ranFor } = await this.#runOnce(signal);
      if (signal.aborted) return;
      const fatal = fatalFault(output.lastWords, home);
      if (fatal !== undefined) throw fatal;
      if (lacksSigner(output.lastWords)) {
        log.error({}, 'no remote signer has connected: waiting for it');
        failures = 0;
        await this.#timer.sleep(signerPauseMs, signal);
        continue;
      }
      failures = ranFor >= healthyMs ? 1 : failures + 1;
      const pause = pauses[failures - 1];
      const line = reasonOf(output);
      if (pause === undefined) {
        if (isLocked(output.lastWords)) throw new CometError({ code: 'home-in-use', folder: home.folder });
        throw new CometError({ code: 'ends-again', times: failures, exit, line });
      }
      log.error({ exit, line, pause }, 'CometBFT has ended by itself and is started again');
      this.#restarts++;
      await this.#timer.sleep(pause, signal);
    }
  }

  /** Without files left, a child has no output. */
  #read({ stdout, stderr }: Partial<Pick<ChildProcess, 'stdout' | 'stderr'>>): void {
    const { output } = this.#options;
    if (stdout) createInterface({ input: stdout }).on('line', (line) => output.add(line));
    if (stderr) createInterface({ input: stderr }).on('line', (line) => output.addError(line));
  }

  #runOnce(signal: AbortSignal): Promise<End> {
    const { binary, home, clock, sockets } = this.#options;
    const startedAt = clock.elapsed();
    // a CometBFT that was killed leaves its sockets, and the next could not listen
    for (const file of sockets) if (statSync(file, { throwIfNoEntry: false })?.isSocket()) rmSync(file);
    const child = spawn(binary, ['start', '--home', home.folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C in a terminal ends this node, which then ends CometBFT
    });
    this.#child = child;
    this.#read(child);
    const stop = () => stopChild(child);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    return new Promise((resolve) => {
      const end = (exit: string) => {
        this.#child = undefined;
        signal.removeEventListener('abort', stop);
        resolve({ exit, ranFor: clock.elapsed() - startedAt });
      };
      child.once('error', (error) => end(error.message)); // it could not be started
      child.once('close', (code, name) => end(name === null ? `exit code ${code}` : name));
    });
  }
}

function stopChild(child: ChildProcess): void {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.once('close', () => clearTimeout(force));
}

/** The line that most likely says why: the first of a panic or of the command, else the last error of the log. */
function reasonOf({ lastWords, lastError }: CometLog): string {
  const telling = lastWords.find((line) => /^(?:panic|fatal error|ERROR): /.test(line));
  return (telling ?? lastWords.at(-1) ?? lastError ?? 'it printed nothing').slice(0, 300);
}
