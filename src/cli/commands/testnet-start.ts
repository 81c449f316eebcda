import { join } from 'node:path';
import { openTestnet, type TestnetNode } from '../../node/testnet.ts';
import { sleep } from '../../primitives/machine.ts';
import { openClient } from '../client.ts';
import type { CommandInput } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { requiredArgument } from '../input.ts';
import { stopSignal } from '../stop-signal.ts';
import { tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { TestnetProcess } from '../testnet-process.ts';
import { testnetTable } from './testnet-init.ts';

/** milliseconds between two updates of the status */
const intervalMs = 1_000;
/** The same where lines cannot be overwritten, so that a log does not grow fast. */
const plainIntervalMs = 10_000;

/** Runs all nodes of a network on this machine until Ctrl-C, or until all have ended. */
export async function run(input: CommandInput): Promise<undefined> {
  const folder = requiredArgument(input, 'folder');
  const nodes = openTestnet(folder);
  if (nodes.length === 0) {
    throw new CliError('config', `${join(folder, 'node0')} does not exist: run qord testnet init --output ${folder}`);
  }
  const { terminal } = input;
  terminal.print(`${testnetTable(nodes)}\n\nCtrl-C stops all nodes; the next start continues.\n`);
  const { cometbft } = input.options;
  const words = cometbft === undefined ? [] : ['--cometbft', cometbft];
  const stopped = stopSignal();
  const running = nodes.map(({ home, http }) => {
    const client = openClient({ ...input, options: { node: http } });
    return new TestnetProcess(home.folder, client, words);
  });
  const allEnded = Promise.all(running.map(({ ended }) => ended));
  const stop = new AbortController();
  const shown = showLines(nodes, running, terminal, stop.signal);
  await Promise.race([stopped, allEnded]);
  for (const node of running) node.stop(); // at once: a terminal has sent Ctrl-C to them too, and a late signal ends them hard
  stop.abort();
  await shown;
  await allEnded;
  if (running.some(({ end }) => end !== 'exit code 0')) {
    const log = join(folder, 'node*', 'qord.log');
    throw new CliError('failure', `not all nodes ended well (${running.map(({ end }) => end).join(', ')}): see ${log}`);
  }
}

/** One line for each node, overwritten where that is possible. */
async function showLines(
  nodes: readonly TestnetNode[],
  running: readonly TestnetProcess[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const rows = await Promise.all(nodes.map((node, index) => rowOf(index, node, running[index])));
    if (signal.aborted) return;
    const up = isFirst || !terminal.isOverwritable ? '' : `\u001b[${rows.length + 1}A\u001b[J`;
    terminal.note(`${up}${tableOf(['node', 'role', 'height', 'peers'], rows)}`);
    await sleep(terminal.isOverwritable ? intervalMs : plainIntervalMs, signal);
  }
}

async function rowOf(index: number, { isValidator }: TestnetNode, process: TestnetProcess | undefined) {
  const role = isValidator ? 'validator' : 'full node';
  const name = `node${index}`;
  if (process?.end !== undefined) return [name, role, `ended: ${process.end}`, ''];
  const figures = await process?.figures();
  return [name, role, figures === undefined ? 'starts' : String(figures.height), String(figures?.peers ?? '')];
}
