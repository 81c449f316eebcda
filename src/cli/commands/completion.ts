import type { Command, CommandGroup, CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { requiredArgument } from '../input.ts';

/** What can follow some words of a command line. */
type Row = { readonly words: string; readonly next: readonly string[] };

type Catalog = readonly (Command | CommandGroup)[];

/** The completion of all commands for the shell of the arguments. Rejects with a CliError for an unknown shell. */
export async function completionOf(input: CommandInput, catalog: Catalog): Promise<CommandResult> {
  const shell = requiredArgument(input, 'shell');
  if (shell !== 'bash') throw new CliError('usage', `there is a completion for bash, not for ${shell}`);
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

/** The longest row whose words begin the line counts: what follows are arguments and values of options. */
function scriptOf(rows: readonly Row[]): string {
  const longestFirst = [...rows].sort((left, right) => right.words.length - left.words.length);
  const cases = longestFirst.map(({ words, next }) => `    '${words}'*) next='${next.join(' ')}' ;;`);
  return [
    '# Completion of qord for bash: source <(qord completion bash)',
    '_qord() {',
    "  local next='' word words=()",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || words+=("$word"); done',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  case "${words[*]}" in',
    ...cases,
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  mapfile -t COMPREPLY < <(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}")',
    '}',
    'complete -o default -F _qord qord',
  ].join('\n');
}
