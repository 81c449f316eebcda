import type { Command, CommandGroup, CommandInput, CommandResult } from '../command.ts';
import { completionScripts, type Row } from '../completion-scripts.ts';
import { CliError } from '../exit-codes.ts';
import { requiredArgument } from '../input.ts';

type Catalog = readonly (Command | CommandGroup)[];

/** The completion of all commands for the shell of the arguments. Rejects with a CliError for an unknown shell. */
export async function completionOf(input: CommandInput, catalog: Catalog): Promise<CommandResult> {
  const shell = requiredArgument(input, 'shell');
  const scriptOf = completionScripts.get(shell);
  if (scriptOf === undefined)
    throw new CliError('usage', `there is a completion for bash, zsh and fish, not for ${shell}`);
  const rows = await rowsOf(catalog, '');
  const text = scriptOf([{ words: '', next: catalog.map(({ name }) => name) }, ...rows]);
  return { json: { shell, script: text }, text };
}

/** Each command and group below `path` with its options, or its commands. */
async function rowsOf(entries: Catalog, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const entry of entries) {
    const words = `${path} ${entry.name}`.trim();
    if ('commands' in entry) {
      const inner = [...entry.commands, ...((await entry.loadGroups?.()) ?? [])];
      rows.push({ words, next: inner.map(({ name }) => name) }, ...(await rowsOf(inner, words)));
    } else {
      const options = [...(entry.options ?? []), ...((await entry.loadOptions?.()) ?? [])];
      rows.push({ words, next: [...options.map(({ name }) => `--${name}`), '--json', '--help'] });
    }
  }
  return rows;
}
