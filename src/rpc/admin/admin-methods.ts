import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { hashSchema } from '../params/bytes.ts';

const infoSchema: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    protocols: {
      type: 'object',
      properties: {
        eth: {
          type: 'object',
          properties: { network: { type: 'integer' }, genesis: hashSchema, head: hashSchema },
        },
      },
    },
  },
};
const peerSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[0-9a-f]{40}$' },
    network: { type: 'object', properties: { remoteAddress: { type: 'string' } } },
  },
};

/** The admin_ namespace, for operators. What belongs to Ethereum's own network, such as enode, is not there. */
export function adminMethods({
  chain,
  node,
  clientVersion,
}: Pick<EthDependencies, 'chain' | 'node' | 'clientVersion'>): Methods {
  const { genesisHash } = chain.identity;
  return {
    admin_nodeInfo: define('Name of this node, and its chain.', [], infoSchema, () => ({
      name: clientVersion,
      protocols: {
        eth: { network: Number(chain.states.chainId()), genesis: genesisHash, head: chain.head().hash },
      },
    })),
    admin_peers: define('Connected peers.', [], { type: 'array', items: peerSchema }, () =>
      node.peers().map(({ id, address }) => ({ id, network: { remoteAddress: address } })),
    ),
  };
}
