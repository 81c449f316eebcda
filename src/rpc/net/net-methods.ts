import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Methods } from '../method.ts';
import { quantitySchema } from '../params/quantity.ts';

/** The net_ namespace. */
export function netMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>): Methods {
  return {
    net_version: define('Network id, which is the chain id, in decimal.', [], { type: 'string' }, () =>
      chain.states.chainId().toString(),
    ),
    net_listening: define('Whether the node accepts connections.', [], { type: 'boolean' }, () => true),
    net_peerCount: define('Connected peers.', [], quantitySchema, () => quantity(node.peers().length)),
  };
}
