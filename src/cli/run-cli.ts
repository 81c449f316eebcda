import { type Command as Commander, CommanderError } from 'commander';
import { setTimeout } from '../primitives/machine.ts';
import type { CommandResult } from './command.ts';
import { type ExitName, exitCodes } from './exit-codes.ts';
import { createProgram, type Dispatch } from './program.ts';
import { resourceFault } from './resource-fault.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Milliseconds that the log of a node has to leave the process: nobody may read it. */
const logPatienceMs = 2_000;

/**
 * Runs one command line (without interpreter and script) and returns the exit code, once all output has left the
 * process, so that exiting truncates no result. Never throws.
 */
export async function runCli(words: readonly string[], terminal: Terminal = createTerminal()): Promise<number> {
  const run = await runCommand(words, terminal);
  const failure = await (run.hasReport ? terminal.finish() : Promise.race([terminal.finish(), patience()]));
  if (failure === undefined || !run.hasReport) return run.code;
  if (failure.code === 'EPIPE') return exitCodes.pipe.code;
  terminal.note(`qord: standard output cannot be written: ${failure.message}`);
  await terminal.finish();
  return exitCodes.failure.code;
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), logPatienceMs).unref());
}

/** The exit code of a command, and whether it prints a result: a node keeps running without a reader of its log. */
type Ended = { readonly code: number; readonly hasReport: boolean };

function endedBy(exit: ExitName, hasReport: boolean): Ended {
  return { code: exitCodes[exit].code, hasReport };
}

async function runCommand(words: readonly string[], terminal: Terminal): Promise<Ended> {
  let ended = endedBy('success', false);
  const dispatch: Dispatch = async ({ load, given, json }) => {
    const { run } = await load();
    const report = await run({ ...given, terminal, variables: process.env });
    if (report === undefined) return;
    if ('code' in report) {
      ended = { ...report, hasReport: false };
      return;
    }
    await print(report, json, terminal);
    ended = endedBy(('exit' in report ? report.exit : undefined) ?? 'success', true);
  };
  try {
    const program = await createProgram(words, dispatch);
    silence(program);
    await program.parseAsync([...words], { from: 'user' });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError) return endedBy(explainUsage(error, terminal), true);
    const fault = resourceFault(error);
    if (fault !== undefined) {
      terminal.note(`qord: ${fault}`);
      return endedBy('failure', false);
    }
    const { exitNameOf, messageOf } = await import('./error-text.ts'); // imports the errors of all parts: not loaded for --help
    terminal.note(`qord: ${messageOf(error)}`);
    return endedBy(exitNameOf(error), false);
  }
}

async function print(
  report: Exclude<CommandResult, { code: number }>,
  json: boolean,
  terminal: Terminal,
): Promise<void> {
  if ('parts' in report) await terminal.printParts(report.parts(json ? '' : '  '));
  else if (json) terminal.print(JSON.stringify(report.json, printBigints));
  else if (report.text !== '') terminal.print(report.text);
}

const printBigints = (_member: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Commander would exit by itself and write errors in several lines; help goes to standard output. */
function silence(command: Commander): void {
  command.exitOverride().configureOutput({ outputError: () => {} });
  for (const child of command.commands) silence(child);
}

function explainUsage(error: CommanderError, terminal: Terminal): ExitName {
  if (error.exitCode === 0) return 'success';
  if (error.code !== 'commander.help') {
    const line = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
    terminal.note(`qord: ${line}; see --help`);
  }
  return 'usage';
}
