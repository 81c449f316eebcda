import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, gasOf, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { crossvmAddress } from '../addresses.ts';

const codec = struct({
  enabled: flag,
  /** bytes of a payload, and of a result that is kept */
  max_message_size: numberOf('bytes', 1, 131_072, 'a transaction has no more'),
  /** messages that may wait */
  max_queue_size: numberOf('messages', 1, 100_000, 'they wait for gas of blocks'),
  /** blocks after which a message that still waits times out */
  queue_timeout_blocks: blocks(1),
  /** gas for the target of one message; its sender pays all of it */
  max_message_gas: gasOf(50_000n, 16_777_216n, 'a transaction has no more (EIP-7825)'),
  /** gas for the messages that are executed after one block, each counted as at least 50,000; the others wait */
  max_block_gas: gasOf(
    50_000n,
    20_000_000n,
    'half a second, in which nobody is served where the system gives no thread',
  ),
});
export type CrossvmParams = DecodedBy<typeof codec>;

export const crossvmParams = paramsOf(crossvmAddress, {
  codec,
  defaults: {
    enabled: true,
    max_message_size: 65_536,
    max_queue_size: 1_000,
    queue_timeout_blocks: 100,
    max_message_gas: 500_000n,
    max_block_gas: 10_000_000n,
  },
  check: ({ max_message_gas, max_block_gas }) =>
    max_block_gas < max_message_gas ? 'max_block_gas must suffice for one message' : undefined,
});
