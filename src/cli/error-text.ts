import { ChainError } from '../chain/chain-error.ts';
import { GenesisDocumentError } from '../chain/genesis/parse-genesis.ts';
import { ConfigError } from '../config/config-error.ts';
import { CometError } from '../consensus/comet/comet-error.ts';
import { HomeError } from '../node/home-error.ts';
import { plainText } from '../node/log/plain-text.ts';
import { PortError } from '../node/port-error.ts';
import { PartError } from '../primitives/faults.ts';
import { LocalPathError } from '../rpc/server/local-server.ts';
import { TlsFilesError } from '../rpc/server/options.ts';
import { OriginError } from '../state/origin-state.ts';
import { DirectoryInUseError } from '../store/directory-lock.ts';
import { StoreError } from '../store/store-error.ts';
import { CliError, type ExitName } from './exit-codes.ts';

const configErrors = [ConfigError, HomeError, ChainError, GenesisDocumentError, TlsFilesError, StoreError, OriginError];
const busyErrors = [PortError, LocalPathError, DirectoryInUseError];

/** The exit code of an error. */
export function exitNameOf(error: unknown): ExitName {
  if (error instanceof CliError) return error.exit;
  if (error instanceof CometError) return cometExit(error);
  if (configErrors.some((kind) => error instanceof kind)) return 'config';
  if (error instanceof PartError) return 'crash';
  return busyErrors.some((kind) => error instanceof kind) ? 'busy' : 'failure';
}

/** A watchdog can tell from the exit code whether to start the node again: `halted` stays halted. */
function cometExit({ fault: { code } }: CometError): ExitName {
  if (code === 'halted' || code === 'stalled') return 'halted';
  if (code === 'ends-again' || code === 'silent') return 'consensus';
  return code === 'home-in-use' ? 'busy' : 'config';
}

/** One line for the user. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return plainText(text.replaceAll(/\s*\n\s*/g, ' ')); // it may be that of an origin
}
