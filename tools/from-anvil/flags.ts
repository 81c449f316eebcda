/** Flags of a program that starts a node for developers → what does the same here, or why there is nothing. */
export type FlagTable = Readonly<Record<string, string>>;

const everything = '**not needed**: all blocks and the state after each of them are on disk, and readable';
const limit = '`--json-rpc.max-body-size`: there is always a limit';

/** Those of anvil 1.7.1: `anvil --help`. */
export const anvilFlags: FlagTable = {
  '--accounts': '`--accounts`',
  '--allow-origin': '`--allow-origin`',
  '--auto-impersonate': '`--auto-impersonate`',
  '--balance': '`--balance`, in QOR',
  '--block-base-fee-per-gas': '`--base-fee`, below which it does not fall afterwards',
  '--block-time': '`--block-time`',
  '--cache-path': '`--home`: what a fork has read is in its home',
  '--celo': '**not here**: another chain',
  '--chain-id': '`--chain-id`',
  '--code-size-limit': '`--code-size-limit`',
  '--color': '**not needed**: the log has no colours',
  '--compute-units-per-second': '`--fork.max-requests`: a limit of the origin is met by repetition',
  '--config-out': '`--config-out`',
  '--derivation-path': '`--derivation-path`',
  '--disable-block-gas-limit': '`--disable-block-gas-limit`: the most that a genesis can have',
  '--disable-code-size-limit': '`--disable-code-size-limit`: as much as a transaction can pay for',
  '--disable-console-log': '`--disable-console-log`',
  '--disable-default-create2-deployer':
    '`--disable-default-create2-deployer`, and none of the other contracts of `development.preinstalls`',
  '--disable-min-priority-fee': '**not needed**: `eth_maxPriorityFeePerGas` is what the next block accepts',
  '--disable-pool-balance-checks': '`anvil_setBalance`, before the transaction',
  '--dump-state': '`--dump-state`; the home (`--home`) keeps the whole chain anyway',
  '--enable-tx-gas-limit': '`maxTransactionGas` of the genesis (EIP-7825)',
  '--fork-block-number': '`--fork-block-number`, also below zero',
  '--fork-chain-id': '`--chain-id`: the origin is asked for its own',
  '--fork-header': '`--fork-header`',
  '--fork-retry-backoff': '`--fork-retry-backoff`',
  '--fork-transaction-hash':
    '`--fork-transaction-hash`: the transactions up to it are in the second block of the fork at once; anvil puts them into the first block that it makes for another transaction',
  '--fork-url': '`--fork-url`, also with `@` and a block; one origin',
  '--gas-limit': '`--gas-limit`',
  '--gas-price': '`--base-fee`, the least price: there is a base fee',
  '--hardfork': '`--hardfork`: `osaka` or `latest`, the rules that this chain has from its first block',
  '--help': '`--help`',
  '--host': '`--host`',
  '--init': '`--init`: figures and accounts; the rules are those of this chain',
  '--ipc': '`--ipc`: without a path `qord.ipc` in the home folder',
  '--json': '`--json`: the log, and the URLs in its line `started`; other commands print their result so',
  '--load-state': '`--load-state`',
  '--max-persisted-states': everything,
  '--max-transactions': '**not here**: gas and time limit a block',
  '--md': '**not here**: [cli.md](cli.md)',
  '--memory-limit': '`--json-rpc.gas-cap`: memory takes gas',
  '--mixed-mining': '`--mixed-mining`',
  '--mnemonic': '`--mnemonic`',
  '--mnemonic-random': '`--mnemonic-random`',
  '--mnemonic-seed-unsafe': '`--mnemonic-seed-unsafe`: other words than those of anvil',
  '--network': '**not here**, nor `-n`: other chains; `--network` is here `mainnet`, `testnet` or `dev`',
  '--no-cors': '`--no-cors`',
  '--no-mining': '`--no-mining`',
  '--no-rate-limit': '`--fork.max-requests`, `--fork.retries`',
  '--no-request-size-limit': limit,
  '--no-storage-caching': '`--fork.cache-size` for blocks; state that was read is part of the home of a fork',
  '--number': '`--number`',
  '--order': '`--order`',
  '--port': '`--port`',
  '--preserve-historical-states': everything,
  '--print-traces': '`--development.print-traces true`',
  '--prune-history': everything,
  '--quiet': '`--quiet`',
  '--retries': '`--retries`',
  '--slots-in-an-epoch': '**not needed**: a block is final at once',
  '--state': '`--state`',
  '--state-interval': '`--state-interval`',
  '--steps-tracing': '**not needed**: `debug_traceTransaction` executes again',
  '--threads': '`--threads`',
  '--timeout': '`--timeout`',
  '--timestamp': '`--timestamp`',
  '--transaction-block-keeper': everything,
  '--verbosity': '`--log.level debug` for `-v` and more of them',
  '--version': '`qord version` for `-V`',
};

/** Those of `hardhat node` in Hardhat 3.18.0; Hardhat 2.22.2 has four of them. */
export const hardhatFlags: FlagTable = {
  '--chain-id': '`--chain-id`',
  '--chain-type': '**not here**: other chains',
  '--fork': '`--fork`',
  '--fork-block-number': '`--fork-block-number`',
  '--hostname': '`--hostname`',
  '--port': '`--port`',
};

/** The long flags of a program, in the text that its `--help` prints. */
export function flagsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ +(?:-\w, )?(--[a-z][a-z0-9-]*)/gm)].map(([, flag = '']) => flag).sort();
}

/** What a table names in `code`: options of `qord start`, and methods. */
export function namedIn(table: FlagTable): {
  readonly options: readonly string[];
  readonly methods: readonly string[];
} {
  const words = Object.values(table).flatMap((text) =>
    [...text.matchAll(/`([^` ]+)[^`]*`/g)].map(([, word = '']) => word),
  );
  const matching = (pattern: RegExp) => [...new Set(words.filter((word) => pattern.test(word)))];
  return { options: matching(/^--/), methods: matching(/^[a-z]+_\w+$/) };
}
