/** The words that describe a chain. Stored by position: new ones go to the end. */
export const chainTypes = [
  'ibc',
  'evm',
  'solana',
  'ton',
  'sui',
  'aptos',
  'bitcoin',
  'near',
  'cardano',
  'polkadot',
  'tezos',
  'tron',
  'starknet',
  'xrpl',
  'stellar',
  'hedera',
  'algorand',
] as const;
export type ChainType = (typeof chainTypes)[number];

export const chainStatuses = ['active', 'paused', 'pending'] as const;

/** Of IBC chains; empty for all others. */
export const architectures = ['', 'ibc_classic', 'ibc_eureka_v2'] as const;

/** How deposits are proven in addition to the attestations. */
export const verifiers = [
  'none',
  'light_client',
  'wormhole',
  'ed25519',
  'bls',
  'starknet',
  'l2_anchored',
  'bitcoin_spv',
] as const;

/** The verifiers this node can run. */
export const availableVerifiers: readonly string[] = ['none', 'ed25519'];

/** The word, when the text is one of the list. */
export function memberOf<W extends string>(words: readonly W[], text: string): W | undefined {
  return words.find((word) => word === text);
}
