import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { amount, count, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { crossvmAddress } from '../addresses.ts';

const codec = struct({
  enabled: flag,
  /** bytes of a payload, and of a result that is kept */
  max_message_size: count,
  /** messages that may wait */
  max_queue_size: count,
  /** blocks after which a message that still waits times out */
  queue_timeout_blocks: count,
  /** gas for the target of one message; its sender pays all of it */
  max_message_gas: amount,
  /** gas for the messages that are executed after one block, each counted as at least 50,000; the others wait */
  max_block_gas: amount,
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
  check: ({ max_message_size, max_queue_size, queue_timeout_blocks, max_message_gas, max_block_gas }) => {
    if (max_message_size < 1) return 'max_message_size must be at least 1 byte';
    if (max_queue_size < 1) return 'max_queue_size must be at least 1 message';
    if (queue_timeout_blocks < 1) return 'queue_timeout_blocks must be at least 1 block';
    if (max_message_gas < 50_000n) return 'max_message_gas must be at least 50000';
    if (max_block_gas < max_message_gas) return 'max_block_gas must suffice for one message';
    return undefined;
  },
});
