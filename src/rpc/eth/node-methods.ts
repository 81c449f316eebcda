import { JsonText } from '../../primitives/json-text.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { JsonSchema, Methods } from '../method.ts';
import type { NodeControl } from '../node-control.ts';
import { addressSchema } from '../params/bytes.ts';
import { quantitySchema } from '../params/quantity.ts';

const syncingSchema: JsonSchema = {
  oneOf: [
    {
      type: 'object',
      properties: { startingBlock: quantitySchema, currentBlock: quantitySchema, highestBlock: quantitySchema },
    },
    { type: 'boolean' },
  ],
};

/** Identity and state of chain and node. */
export function nodeMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>): Methods {
  return {
    eth_chainId: define('Chain id that transactions are signed for (EIP-155).', [], quantitySchema, () =>
      quantity(chain.states.chainId()),
    ),
    eth_blockNumber: define('Number of the newest block.', [], quantitySchema, () => quantity(chain.head().number)),
    eth_accounts: define('None: this node holds no keys of accounts.', [], { type: 'array' }, () => []),
    eth_pendingTransactions: define('None: this node holds no keys of accounts.', [], { type: 'array' }, () => []),
    eth_coinbase: define('Proposer of the newest block.', [], addressSchema, () => chain.head().miner),
    eth_syncing: define(
      'false at the head of the network, else how far the node is.',
      [],
      syncingSchema,
      () => new JsonText(syncingText(node.syncing())),
    ),
  };
}

/** Progress of synchronisation as JSON text. */
export function syncingText(progress: ReturnType<NodeControl['syncing']>): string {
  if (progress === undefined) return 'false';
  const { startingBlock, currentBlock, highestBlock } = progress;
  return (
    `{"startingBlock":"${quantity(startingBlock)}","currentBlock":"${quantity(currentBlock)}",` +
    `"highestBlock":"${quantity(highestBlock)}"}`
  );
}
