import { ChainError } from '../chain/chain-error.ts';
import { ConfigError } from '../config/config-error.ts';
import { HomeError } from '../node/home-error.ts';
import { PortError } from '../node/port-error.ts';
import { DirectoryInUseError } from '../store/directory-lock.ts';
import { CliError, type ExitName } from './exit-codes.ts';

/** Which exit code an error ends in. */
export function exitNameOf(error: unknown): ExitName {
  if (error instanceof CliError) return error.exit;
  if (error instanceof ConfigError || error instanceof HomeError || error instanceof ChainError) return 'config';
  if (error instanceof PortError || error instanceof DirectoryInUseError) return 'busy';
  return 'failure';
}

/** One line for the user. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
