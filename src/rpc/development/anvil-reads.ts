import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Methods } from '../method.ts';
import { hashParam } from '../params/bytes.ts';

const hash = hashParam('hash', 'The hash.');

/** What anvil answers by other names than the interfaces of Ethereum and Otterscan. */
export function anvilReads({ chain }: Pick<EthDependencies, 'chain'>): Methods {
  const { genesisHeight } = chain.identity;
  return {
    anvil_getGenesisTime: define('Seconds since 1970 of the first block.', [], { type: 'integer' }, () => {
      return chain.header(genesisHeight)?.timestamp ?? 0;
    }),
    eth_networkId: define('As net_version.', [], { type: 'string' }, () => chain.states.chainId().toString()),
    anvil_getBlobByHash: define('null: there are no blobs.', [hash], { type: 'null' }, () => null),
    anvil_getBlobsByTransactionHash: define('null: there are no blobs.', [hash], { type: 'null' }, () => null),
  };
}
