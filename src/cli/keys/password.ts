import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { CommandInput } from '../command.ts';
import { CliError } from '../exit-codes.ts';

/** The password of an existing key: from --password-file, otherwise from a prompt. */
export async function currentPassword(input: CommandInput, keyName: string): Promise<string> {
  return (await passwordFromFile(input)) ?? (await askPerson(input, `Password of ${keyName}: `));
}

/** The password of the key that --pqc-key names: from --pqc-password-file, otherwise like that of any key. */
export async function pqcPassword(input: CommandInput, keyName: string): Promise<string> {
  return (await passwordFromFile(input, 'pqc-password-file')) ?? currentPassword(input, keyName);
}

/** A password for a new key: from --password-file, otherwise from two prompts. */
export async function newPassword(input: CommandInput, keyName: string): Promise<string> {
  const fromFile = await passwordFromFile(input);
  const password = fromFile ?? (await askPerson(input, `New password for ${keyName}: `));
  if (password === '') throw new CliError('usage', 'the password is empty and would protect nothing');
  if (fromFile === undefined && (await askPerson(input, 'Once more: ')) !== password) {
    throw new CliError('usage', 'the two passwords differ; nothing was stored');
  }
  return password;
}

/** Prompts without echo; without a terminal, throws a CliError that names the option to pass instead. */
async function askPerson({ terminal }: CommandInput, question: string): Promise<string> {
  if (!terminal.isInteractive)
    throw new CliError('usage', 'no terminal to ask for the password: pass --password-file <file>');
  return terminal.askHidden(question);
}

async function passwordFromFile({ options }: CommandInput, option = 'password-file'): Promise<string | undefined> {
  const file = options[option];
  if (file === undefined) return undefined;
  const [line = ''] = (await readText(file)).split('\n');
  return line.replace(/\r$/, '');
}

/** Text of a file, or of standard input for `-`, which may be a pipe that is written later. */
async function readText(file: string): Promise<string> {
  try {
    return await (file === '-' ? text(process.stdin) : readFile(file, 'utf8'));
  } catch (error) {
    throw new CliError('usage', `cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** A secret from the file that the command names, otherwise from a prompt without echo. */
export async function readSecret({ arguments: { file }, terminal }: CommandInput, question: string): Promise<string> {
  if (file !== undefined) return readText(file);
  if (terminal.isInteractive) return terminal.askHidden(question);
  throw new CliError('usage', 'no terminal to ask for the key: name a file that holds it, or - for standard input');
}
