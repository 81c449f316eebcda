import { type Home, homePaths } from '../config/home.ts';
import { parseNativeAccountText } from '../primitives/account-text.ts';
import type { Address } from '../primitives/address.ts';
import { addressOfPrivateKey } from '../primitives/crypto/secp256k1.ts';
import type { CommandInput } from './command.ts';
import { CliError } from './exit-codes.ts';
import { developmentKey } from './keys/key-folder.ts';

/** The home folder a command works in. */
export function homeOf({ options, variables }: CommandInput): Home {
  return homePaths(options.home ?? variables.QORD_HOME);
}

/** A required argument: a command line without it is rejected before any command runs. */
export function requiredArgument(input: CommandInput, name: string): string {
  const value = input.arguments[name];
  if (value === undefined) throw new CliError('usage', `missing <${name}>; see --help`);
  return value;
}

/** The same for an option. */
export function requiredOption(input: CommandInput, name: string): string {
  const value = input.options[name];
  if (value === undefined) throw new CliError('usage', `missing --${name}; see --help`);
  return value;
}

/** Converts the error of a parser into a CliError for wrong usage. */
export function parsed<T>(parse: (text: string) => T, text: string): T {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new CliError('usage', error.message);
    throw error;
  }
}

/** A native account in any spelling, or dev0 … dev9. */
export function accountOf(text: string): Address {
  const key = developmentKey(text);
  return key === undefined ? parsed(parseNativeAccountText, text) : addressOfPrivateKey(key);
}
