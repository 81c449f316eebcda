import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { NodeUrls } from '../node/banner.ts';
import { CliError } from './exit-codes.ts';

/** What a command needs to find the node: as `qord` itself, Foundry's programs and scripts read it. */
function variablesOf(urls: NodeUrls, home: string): Readonly<Record<string, string | undefined>> {
  return {
    QORD_HOME: home,
    QORD_NODE: urls.http,
    QORD_WS_URL: urls.webSocket,
    QORD_SVM_URL: urls.svm,
    QORD_SVM_WS_URL: urls.svmWebSocket,
    ETH_RPC_URL: urls.http,
  };
}

type Beside = {
  readonly urls: NodeUrls;
  readonly home: string;
  /** resolves with the signal that is to end both */
  readonly stopped: Promise<NodeJS.Signals>;
  /** A terminal sends Ctrl-C to the command as well. */
  readonly hasTerminal: boolean;
  /** settles when the node cannot continue */
  readonly failed: Promise<unknown>;
};

/** A command can have a process group of its own, which hears of signals as a whole. */
const canSignalGroups = process.platform !== 'win32';

/**
 * Runs a command of the shell until its end, with the URLs of the node in its environment, and returns its exit code,
 * or 128 + the number of the signal that ended it. When the node ends first, the command is ended, too. Rejects with a
 * CliError when there is no shell, and as `failed` does.
 */
export async function runBesideNode(
  command: string,
  { urls, home, stopped, hasTerminal, failed }: Beside,
): Promise<number> {
  const isGroup = canSignalGroups && !hasTerminal;
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    detached: isGroup, // the group that a terminal signals is that of this process
    env: { ...process.env, ...variablesOf(urls, home) },
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new CliError('failure', `--exec cannot be run: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  const send = (signal: NodeJS.Signals) => (isGroup ? signalGroup(child.pid, signal) : child.kill(signal));
  void stopped.then((signal) => (hasTerminal && signal === 'SIGINT') || send(signal));
  try {
    return await Promise.race([
      ended,
      failed.then(() => Promise.reject(new CliError('failure', 'the node has ended'))),
    ]);
  } catch (error) {
    send('SIGTERM');
    throw error;
  }
}

/** A shell passes no signal on: what it runs would stay when it has ended. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // it has ended
  }
}
