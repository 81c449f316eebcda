import { zeroAddress } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { ChainType } from './chain-enums.ts';
import { type Chain, chains } from './records.ts';

type Entry = readonly [id: string, name: string, type: ChainType, confirmations: number, assets: string];

/** The chains that every network has from genesis. */
const catalog: readonly Entry[] = [
  ['ethereum', 'Ethereum', 'evm', 12, 'ETH USDC USDT WBTC'],
  ['solana', 'Solana', 'solana', 32, 'SOL USDC'],
  ['ton', 'TON', 'ton', 10, 'TON USDT'],
  ['bsc', 'BNB Smart Chain', 'evm', 15, 'BNB USDC USDT'],
  ['avalanche', 'Avalanche', 'evm', 12, 'AVAX USDC'],
  ['polygon', 'Polygon', 'evm', 128, 'POL USDC USDT WETH'],
  ['arbitrum', 'Arbitrum One', 'evm', 64, 'ETH USDC ARB USDT'],
  ['sui', 'Sui', 'sui', 3, 'SUI USDC'],
  ['optimism', 'OP Mainnet', 'evm', 10, 'ETH USDC OP'],
  ['base', 'Base', 'evm', 10, 'ETH USDC'],
  ['aptos', 'Aptos', 'aptos', 6, 'APT USDC'],
  ['bitcoin', 'Bitcoin', 'bitcoin', 6, 'BTC'],
  ['near', 'NEAR', 'near', 3, 'NEAR USDC'],
  ['cardano', 'Cardano', 'cardano', 15, 'ADA'],
  ['polkadot', 'Polkadot', 'polkadot', 12, 'DOT'],
  ['tezos', 'Tezos', 'tezos', 2, 'XTZ'],
  ['tron', 'TRON', 'tron', 20, 'TRX USDT'],
  ['zksync_era', 'ZKsync Era', 'evm', 12, 'ETH USDC'],
  ['scroll', 'Scroll', 'evm', 12, 'ETH USDC'],
  ['starknet', 'Starknet', 'starknet', 12, 'ETH STRK USDC'],
  ['blast', 'Blast', 'evm', 10, 'ETH USDB'],
  ['mantle', 'Mantle', 'evm', 10, 'MNT USDC'],
  ['hyperliquid', 'Hyperliquid', 'evm', 10, 'USDC'],
  ['berachain', 'Berachain', 'evm', 10, 'BERA HONEY'],
  ['sonic', 'Sonic', 'evm', 10, 'S USDC'],
  ['sei', 'Sei', 'evm', 10, 'SEI USDC'],
  ['monad', 'Monad', 'evm', 30, 'MON USDC'],
  ['plasma', 'Plasma', 'evm', 10, 'XPL USDT'],
  ['xrpl', 'XRP Ledger', 'xrpl', 4, 'XRP RLUSD'],
  ['stellar', 'Stellar', 'stellar', 5, 'XLM USDC'],
  ['hedera', 'Hedera', 'hedera', 4, 'HBAR USDC'],
  ['algorand', 'Algorand', 'algorand', 4, 'ALGO USDC'],
  ['injective', 'Injective', 'ibc', 1, 'INJ USDC'],
  ['filecoin', 'Filecoin', 'evm', 10, 'FIL USDC'],
  ['cronos', 'Cronos', 'evm', 12, 'CRO USDC'],
  ['kaia', 'Kaia', 'evm', 10, 'KAIA USDC'],
  ['linea', 'Linea', 'evm', 12, 'ETH USDC'],
];

/** The assets of these chains. */
export function catalogAssets(): readonly {
  readonly chain: string;
  readonly chainName: string;
  readonly asset: string;
}[] {
  return catalog.flatMap(([chain, chainName, , , assets]) =>
    assets.split(' ').map((asset) => ({ chain, chainName, asset })),
  );
}

/** Limits in millionths of an asset; bitcoin's are half. */
const singleLimit = 10n ** 12n;
const dailyLimit = 10n ** 13n;

const ibc = { architecture: 'ibc_classic', ibc_channel_id: 'channel-7', ibc_port_id: 'transfer' } as const;
const noIbc = { architecture: '', ibc_channel_id: '', ibc_port_id: '' } as const;

/** Adds the chains that the genesis document does not describe itself. */
export function addGenesisChains(state: WorldState): void {
  for (const entry of catalog)
    if (chains.get(state, entry[0]) === undefined) chains.set(state, chainOf(entry), entry[0]);
}

function chainOf([id, name, chain_type, min_confirmations, assets]: Entry): Chain {
  const divisor = id === 'bitcoin' ? 2n : 1n;
  return {
    name,
    chain_type,
    status: 'pending',
    bridge_contract: chain_type === 'evm' ? zeroAddress : '',
    min_confirmations,
    supported_assets: assets.split(' '),
    max_single_transfer: singleLimit / divisor,
    daily_limit: dailyLimit / divisor,
    ...(chain_type === 'ibc' ? ibc : noIbc),
    verifier: 'none',
    lock_event_sig: '',
  };
}
