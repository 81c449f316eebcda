import { type Verification, verifyHome } from '../../node/verify-home.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';
import { stageProgress } from '../stage-progress.ts';

const names = { pages: 'pages', blocks: 'blocks', state: 'accounts' };

/** Checks all data of a home and reports what is wrong. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = homeOf(input);
  const verification = await verifyHome(home, stageProgress(input.terminal, names, 'checked'));
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
