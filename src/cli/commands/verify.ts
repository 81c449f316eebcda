import { type HomeProgress, type Verification, verifyHome } from '../../node/verify-home.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';
import type { Terminal } from '../terminal.ts';

/** Checks all data of a home and reports what is wrong. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = homeOf(input);
  const verification = await verifyHome(home, progressOn(input.terminal));
  const { chain, faults } = verification;
  const json = { home: home.folder, whole: faults.length === 0, ...chain, faults };
  const text = textOf(home.folder, verification);
  return { json, text, ...(faults.length > 0 && { exit: 'config' }) };
}

function textOf(folder: string, { chain, faults }: Verification): string {
  const summary = chain && `${chain.network}, height ${chain.height}, ${chain.transactions} transactions`;
  if (faults.length === 0) return `${folder} is intact: ${summary}`;
  return [
    `${folder} is damaged${summary === undefined ? '' : ` (${summary})`}:`,
    ...faults.map(({ place, fault }) => `  ${place}: ${fault}`),
    'restore a copy of the data folder, or copy it from another node of the network',
  ].join('\n');
}

const names = { pages: 'pages', blocks: 'blocks', state: 'accounts' };
const barLength = 30;

/** A bar on a terminal; elsewhere one line per finished stage. */
function progressOn(terminal: Terminal): HomeProgress {
  let shown = '';
  let noted = '';
  return (stage, done, total) => {
    const isDone = done === total;
    const part = total === 0 ? 1 : done / total;
    const filled = Math.floor(part * barLength);
    const line = `${names[stage].padEnd(9)} [${'='.repeat(filled)}${' '.repeat(barLength - filled)}] ${Math.floor(part * 100)} %`;
    if (terminal.isOverwritable) {
      if (line !== shown) terminal.overwrite(line, isDone);
      shown = line;
    } else if (isDone && noted !== stage) {
      terminal.note(`${names[stage]}: ${total} checked`);
      noted = stage;
    }
  };
}
