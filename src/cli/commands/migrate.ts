import { migrateHome } from '../../node/migrate-home.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';
import { stageProgress } from '../stage-progress.ts';

/** Converts the data of a home that another version of qord has written. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = homeOf(input);
  const migration = await migrateHome(
    home,
    stageProgress(input.terminal, { rows: 'rows', blocks: 'blocks' }, 'converted'),
  );
  const { from, to, height, transactions } = migration;
  const chain = `height ${height}, ${transactions} transactions`;
  const done = from === to ? `is in format ${to} already` : `was converted from format ${from} to ${to}`;
  return { json: { home: home.folder, ...migration }, text: `${home.folder} ${done}: ${chain}` };
}
