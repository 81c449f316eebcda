import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { define } from '../dispatch/define.ts';
import { heightOf } from '../evm-common/resolve-block.ts';
import { nullable } from '../evm-common/schemas.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { type BlockRef, blockRefParam } from '../params/block-ref.ts';
import { dataSchema } from '../params/bytes.ts';
import type { Call } from '../session.ts';
import { blockAccessExecution } from '../tracing/block-access-list.ts';

const list: JsonSchema = { type: 'array', items: { type: 'object' } };
const accountSchema: JsonSchema = {
  type: 'object',
  properties: {
    address: { type: 'string' },
    storageChanges: { ...list, description: 'Slots (key) with their changes: index and value.' },
    storageReads: { type: 'array', items: { type: 'string' }, description: 'Slots that kept their value.' },
    balanceChanges: { ...list, description: 'index and value in wei' },
    nonceChanges: { ...list, description: 'index and value' },
    codeChanges: { ...list, description: 'index and code' },
  },
};

/** What blocks touched (EIP-7928). Headers do not commit to it: the block is executed again. */
export function blockAccessMethods(executor: Executor): Methods {
  const { chain } = executor.node;
  const accessesOf = (ref: BlockRef, format: 'json' | 'rlp', call: Call): MaybePromise<JsonValue> => {
    const height = ref.by === 'tag' && ref.tag === 'pending' ? undefined : heightOf(chain, ref);
    if (height === undefined) return null;
    return executor.run(blockAccessExecution, { block: { by: 'height', height }, height, format }, call);
  };
  return {
    eth_getBlockAccessList: define(
      'The accounts and slots that a block touched, with their values after each step: index 0 before its transactions, 1 to n each of them, n + 1 after them.',
      [blockRefParam],
      nullable({ type: 'array', items: accountSchema }),
      ([ref], call) => accessesOf(ref, 'json', call),
    ),
    debug_getRawBlockAccessList: define('The same list in RLP.', [blockRefParam], nullable(dataSchema), ([ref], call) =>
      accessesOf(ref, 'rlp', call),
    ),
  };
}
