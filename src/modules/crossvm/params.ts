import { flag } from '../../kernel/codec/scalars.ts';
import { blocks, gasOf, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { crossvmAddress } from '../addresses.ts';

const parameters = {
  enabled: param(flag, true),
  /** bytes of a payload, and of a result that is kept */
  max_message_size: param(numberOf('bytes', 1, 131_072, 'a transaction has no more'), 65_536),
  /** messages that may wait */
  max_queue_size: param(numberOf('messages', 1, 100_000, 'they wait for gas of blocks'), 1_000),
  /** blocks after which a message that still waits times out */
  queue_timeout_blocks: param(blocks(1), 100),
  /** gas for the target of one message; its sender pays all of it */
  max_message_gas: param(gasOf(50_000n, 16_777_216n, 'a transaction has no more (EIP-7825)'), 500_000n),
  /** gas for the messages that are executed after one block, each counted as at least 50,000; the others wait */
  max_block_gas: param(
    gasOf(50_000n, 20_000_000n, 'half a second, in which nobody is served where the system gives no thread'),
    10_000_000n,
  ),
};
export type CrossvmParams = ParamValues<typeof parameters>;

export const crossvmParams = paramsOf(crossvmAddress, parameters, ({ max_message_gas, max_block_gas }) =>
  max_block_gas < max_message_gas ? 'max_block_gas must suffice for one message' : undefined,
);
