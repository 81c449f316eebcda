import { type Command as Commander, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { createProgram, type Dispatch } from './program.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Runs one command line (without interpreter and script) and answers the exit code. Never throws. */
export async function runCli(words: readonly string[], terminal: Terminal = createTerminal()): Promise<number> {
  let exit = exitCodes.success.code as number;
  const dispatch: Dispatch = async ({ load, given, json }) => {
    const { run } = await load();
    const report = await run({ ...given, terminal, variables: process.env });
    if (report === undefined) return;
    if (json) terminal.print(JSON.stringify(report.json, printBigints));
    else if (report.text !== '') terminal.print(report.text);
    exit = exitCodes[report.exit ?? 'success'].code;
  };
  try {
    const program = await createProgram(words, dispatch);
    silence(program);
    await program.parseAsync([...words], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return explainUsage(error, terminal);
    const { exitNameOf, messageOf } = await import('./error-text.ts'); // knows the errors of all parts: not for --help
    terminal.note(`qord: ${messageOf(error)}`);
    return exitCodes[exitNameOf(error)].code;
  }
}

const printBigints = (_member: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Commander would exit by itself and write errors in several lines; help goes where it belongs. */
function silence(command: Commander): void {
  command.exitOverride().configureOutput({ outputError: () => {} });
  for (const child of command.commands) silence(child);
}

function explainUsage(error: CommanderError, terminal: Terminal): number {
  if (error.exitCode === 0) return exitCodes.success.code;
  if (error.code !== 'commander.help') {
    const line = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
    terminal.note(`qord: ${line}; see --help`);
  }
  return exitCodes.usage.code;
}
