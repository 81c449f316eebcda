import type { NetworkName } from '../node/genesis-file.ts';
import type { CommandInput } from './command.ts';
import { CliError } from './exit-codes.ts';

const networks: readonly NetworkName[] = ['mainnet', 'testnet', 'dev'];

/** --network; undefined when it was not given. */
export function networkOf({ options: { network: name } }: CommandInput): NetworkName | undefined {
  const found = networks.find((network) => network === name);
  if (found !== undefined || name === undefined) return found;
  throw new CliError('usage', `--network must be one of ${networks.join(', ')}, not ${name}`);
}
