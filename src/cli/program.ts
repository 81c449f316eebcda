import { Argument, Command as Commander, Option } from 'commander';
import { programVersion } from '../config/version.ts';
import { catalog } from './catalog/catalog.ts';
import type { Command, CommandGroup, CommandInput, CommandOption, Run } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** Called with the parsed command line. */
export type Dispatch = (call: {
  readonly load: () => Promise<{ readonly run: Run }>;
  readonly given: Pick<CommandInput, 'arguments' | 'options' | 'switches'>;
  readonly json: boolean;
}) => Promise<void>;

const jsonOption = { name: 'json', summary: 'print the result as JSON, and nothing else, to standard output' };

/**
 * The catalog as a commander program; the options that are made from schemas are loaded only for the commands in
 * `words`.
 */
export async function createProgram(words: readonly string[], dispatch: Dispatch): Promise<Commander> {
  const program = new Commander('qord')
    .description('A full node of the chain, and the tools to use it.')
    .version(programVersion(), '--version', 'show the version of this program')
    .configureHelp(helpStyle)
    .addHelpText('after', `\n${exitCodeHelp()}`);
  for (const entry of catalog) program.addCommand(await createEntry(entry, words, dispatch));
  return program;
}

async function createEntry(
  entry: Command | CommandGroup,
  words: readonly string[],
  dispatch: Dispatch,
): Promise<Commander> {
  if (!('commands' in entry)) return createCommand(entry, words, dispatch);
  const group = new Commander(entry.name).description(entry.summary).configureHelp(helpStyle);
  const late = words.includes(entry.name) ? await entry.loadGroups?.() : undefined;
  for (const inner of [...entry.commands, ...(late ?? [])]) group.addCommand(await createEntry(inner, words, dispatch));
  return group;
}

async function createCommand(command: Command, words: readonly string[], dispatch: Dispatch): Promise<Commander> {
  const made = new Commander(command.name).summary(command.summary).description(describe(command));
  const positional = command.arguments ?? [];
  for (const { name, summary, required } of positional) {
    made.addArgument(new Argument(required ? `<${name}>` : `[${name}]`, summary));
  }
  const late = words.includes(command.name) ? await command.loadOptions?.() : undefined;
  const options = neededOf([...(command.options ?? []), ...(late ?? []), jsonOption], words);
  for (const option of options) made.addOption(createOption(option));
  made.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  made.action(async (...received: unknown[]) => {
    const values = positional.map(({ name }, index) => [name, received[index]] as const);
    const given = { arguments: texts(values), ...readOptions(made, options) };
    await dispatch({ load: command.load, given, json: given.switches.has('json') });
  });
  return made;
}

/**
 * The options that `words` name and those that must be given. All when a word is none of them, for help and suggestions:
 * commander compares each option with all others, which takes 5 ms for those of `qord start`.
 */
function neededOf(options: readonly CommandOption[], words: readonly string[]): readonly CommandOption[] {
  const given = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/s, ''));
  const namesOf = ({ name, letter }: CommandOption) => [`--${name}`, ...(letter === undefined ? [] : [`-${letter}`])];
  const names = new Set(options.flatMap(namesOf));
  if (!given.every((word) => names.has(word))) return options;
  return options.filter((option) => option.required === true || namesOf(option).some((name) => given.includes(name)));
}

/** Every command has options: the lists do not repeat it. */
const helpStyle = {
  subcommandTerm: (command: Commander) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
};

const termOf = (argument: Argument): string => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

const describe = ({ summary, details }: Command): string =>
  details === undefined ? `${summary}.` : `${summary}. ${details}`;

function createOption(declared: CommandOption): Option {
  const { name, letter, value, isValueOptional, summary, fallback, required, group, isRepeatable } = declared;
  const names = letter === undefined ? `--${name}` : `-${letter}, --${name}`;
  const place = isValueOptional === true ? `[${value}]` : `<${value}>`;
  const flags = value === undefined ? names : `${names} ${place}`;
  const note = required === true ? ' (required)' : fallback === undefined ? '' : ` (default: ${fallback})`;
  const option = new Option(flags, `${summary}${note}`).makeOptionMandatory(required === true);
  if (isRepeatable === true) {
    option.argParser((line: string, before: string | undefined) =>
      before === undefined ? line : `${before}\n${line}`,
    );
  }
  if (declared.isHidden === true) option.hideHelp();
  return group === undefined ? option : option.helpGroup(group);
}

function readOptions(made: Commander, options: readonly CommandOption[]): Pick<CommandInput, 'options' | 'switches'> {
  const read = options.map((option) => [option, made.getOptionValue(createOption(option).attributeName())] as const);
  const textOf = ({ isValueOptional }: CommandOption, value: unknown) =>
    isValueOptional === true && value === true ? '' : value;
  return {
    options: texts(read.map(([option, value]) => [option.name, textOf(option, value)])),
    switches: new Set(read.filter(([option, value]) => isSwitchedOn(option, value)).map(([{ name }]) => name)),
  };
}

/** Commander takes --no-x for the opposite of a switch x, which is on by default. */
function isSwitchedOn({ name, value: place }: CommandOption, value: unknown): boolean {
  return place === undefined && value === !name.startsWith('no-');
}

function texts(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function exitCodeHelp(): string {
  const lines = Object.values(exitCodes).map(({ code, meaning }) => `  ${code}  ${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}
