import type { ExitName } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** The arguments and options of a command line. Names are as declared, without dashes or brackets. */
export type CommandInput = {
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  /** options without a value that were given */
  readonly switches: ReadonlySet<string>;
  readonly terminal: Terminal;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** The result of a command: printed as text, or as JSON with --json. A bigint is printed as decimal text. */
export type CommandResult = LongReport | ShortReport | OtherExit;

/** JSON text in parts, which are created while they are printed; with an empty `indent` on one line. */
type LongReport = { readonly parts: (indent: string) => AsyncIterable<string> };

type ShortReport = {
  readonly json: unknown;
  readonly text: string;
  /** other than success */
  readonly exit?: ExitName;
};

/** Nothing is printed: the exit code is that of another program. */
type OtherExit = { readonly code: number };

/** Returns undefined when it has printed everything itself. */
export type Run = (input: CommandInput) => Promise<CommandResult | undefined>;

export type CommandArgument = { readonly name: string; readonly summary: string; readonly required: boolean };

export type CommandOption = {
  readonly name: string;
  /** its short form: `p` for `-p` */
  readonly letter?: string;
  /** what the value is, e.g. `file`; a switch has none */
  readonly value?: string;
  /** Without its value it is the empty text. */
  readonly isValueOptional?: true;
  readonly summary: string;
  readonly required?: boolean;
  /** may be repeated: the value has a line for each */
  readonly isRepeatable?: true;
  /** shown in the help; the command applies it */
  readonly fallback?: string;
  /** heading in the help */
  readonly group?: string;
  /** another name of an option, which the help leaves out */
  readonly isHidden?: true;
};

/** A command is data; its code loads when it runs. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** options made from schemas, loaded when the command is named */
  readonly loadOptions?: () => Promise<readonly CommandOption[]>;
  readonly examples: readonly string[];
  readonly load: () => Promise<{ readonly run: Run }>;
};

/** A group of commands: `qord keys …`. */
export type CommandGroup = {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly (Command | CommandGroup)[];
  /** groups made from the native modules, loaded when this one is named */
  readonly loadGroups?: () => Promise<readonly CommandGroup[]>;
};
