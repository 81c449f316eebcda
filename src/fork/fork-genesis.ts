import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { parseQuantity } from '../primitives/quantity.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Origin } from './origin.ts';
import { readOriginBlock, readOriginNonce } from './origin-reads.ts';

export type ForkRequest = {
  /** undefined: the newest */
  readonly blockNumber: number | undefined;
  /** undefined: that of the origin */
  readonly chainId: number | undefined;
};

/**
 * The genesis of a fork: that of a development network, as the block after the last block of the origin. Its accounts
 * with public keys continue with the nonces they have in the origin, because contracts may exist where lower ones would
 * create them. Rejects with an OriginError or RpcError.
 */
export async function forkGenesis(
  origin: Origin,
  { blockNumber, chainId }: ForkRequest,
  development: GenesisDocument,
): Promise<GenesisDocument> {
  const [originChainId, block] = await Promise.all([readChainId(origin), readOriginBlock(origin, blockNumber)]);
  const alloc = new Map(development.alloc);
  await Promise.all(
    developmentAccounts.map(async ({ address }) => {
      const account = alloc.get(address);
      const nonce = await readOriginNonce(origin, address, block.number);
      if (account !== undefined) alloc.set(address, { ...account, nonce });
    }),
  );
  const { parameters } = development;
  const { baseFee = parameters.baseFeeFloor } = block;
  return {
    ...development,
    chainId: chainId ?? originChainId,
    timestamp: block.timestamp,
    parameters: { ...parameters, baseFeeFloor: baseFee < parameters.baseFeeFloor ? baseFee : parameters.baseFeeFloor },
    alloc,
    fork: { chainId: originChainId, blockNumber: block.number, blockHash: block.hash },
  };
}

async function readChainId(origin: Origin): Promise<number> {
  const text = await origin.request('eth_chainId', []);
  const id = typeof text === 'string' ? parseQuantity(text) : undefined;
  if (id === undefined) throw new OriginError(`origin ${origin.name}: eth_chainId returned something unexpected`);
  return Number(id);
}
