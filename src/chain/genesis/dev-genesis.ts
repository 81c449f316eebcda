import { treasury } from '../../kernel/module-account.ts';
import { usualCodeBytes } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { type GenesisOptions, genesisOptions } from './options.ts';
import { chainIds, type GenesisDocument, mostTransactionGas, parseGenesis } from './parse-genesis.ts';

/** Genesis supply of every network, in wei. */
export const genesisSupply = 4_500_000_000n * weiPerQor;
/** 2026-01-01T00:00:00Z: fixed, so that nodes which make a development network together have one genesis hash */
const usualTimestamp = 1_767_225_600;

/** Contracts by address, with the members of an account in a genesis document. */
export type GenesisContracts = Readonly<Record<string, object>>;

/**
 * The deterministic deployment proxy at its address on every EVM chain: it creates a contract by CREATE2 from its
 * calldata (salt, then init code). Foundry scripts deploy `new Contract{salt: …}` through it; other development nodes
 * have it too.
 */
export const create2Deployer = {
  address: '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  contract: {
    nonce: '1',
    code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
  },
};

/** What of a development network can be chosen, with the accounts that have coins. */
export type DevelopmentNetwork = {
  readonly accounts: readonly Address[];
  readonly options: GenesisOptions;
  /** contracts that are there from the start */
  readonly contracts: GenesisContracts;
  /** seconds since 1970 where the options say nothing, by default those of all such networks */
  readonly timestamp?: number;
};

/**
 * The genesis of a development network: accounts with publicly known keys, the treasury, which has no key and holds the
 * rest of the supply, and contracts, by default the CREATE2 deployer. `modules`: sections by module name.
 */
export function devGenesis(
  modules: Readonly<Record<string, unknown>> = {},
  { accounts, options, contracts, timestamp = usualTimestamp }: DevelopmentNetwork = usualNetwork(),
): GenesisDocument {
  const rest = genesisSupply - options.balance * BigInt(accounts.length);
  const balances = [
    ...accounts.map((address) => [address, options.balance] as const),
    [treasury, rest < 0n ? 0n : rest] as const,
  ];
  const alloc = {
    ...Object.fromEntries(balances.map(([address, wei]) => [address, { balance: wei.toString() }])),
    ...contracts,
  };
  const gasLimit = BigInt(options['gas-limit']);
  const parameters = {
    gasLimit: gasLimit.toString(),
    baseFeeFloor: options['base-fee'].toString(),
    ...(gasLimit > mostTransactionGas && { maxTransactionGas: mostTransactionGas.toString() }),
    ...(options['code-size-limit'] !== usualCodeBytes && { maxCodeBytes: options['code-size-limit'] }),
  };
  const places = {
    chainId: options['chain-id'] || chainIds.dev,
    timestamp: options.timestamp || timestamp,
    initialHeight: options.number + 1,
  };
  return parseGenesis(JSON.stringify({ network: 'dev', ...places, parameters, alloc, modules }));
}

function usualNetwork(): DevelopmentNetwork {
  return {
    accounts: developmentAccounts.map(({ address }) => address),
    options: genesisOptions.parse({}),
    contracts: { [create2Deployer.address]: create2Deployer.contract },
  };
}
