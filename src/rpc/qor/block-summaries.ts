import type { ChainReader } from '../../chain/types.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { define, optional } from '../dispatch/define.ts';
import { summaryText } from '../evm-common/json/summary-json.ts';
import { heightOf } from '../evm-common/resolve-block.ts';
import type { JsonSchema, Methods, Param } from '../method.ts';
import { blockRefParam } from '../params/block-ref.ts';

/** Most summaries in one response. */
const most = 200;

const countParam: Param<number> = {
  name: 'count',
  description: `How many blocks, at most ${most}.`,
  required: true,
  schema: { type: 'integer', minimum: 1, maximum: most },
  parse: (json) => {
    if (typeof json === 'number' && Number.isInteger(json) && json >= 1 && json <= most) return json;
    throw new RangeError(`must be an integer from 1 to ${most}`);
  },
};

const hex: JsonSchema = { type: 'string' };
const summarySchema: JsonSchema = {
  type: 'object',
  properties: {
    ...{ number: hex, hash: hex, parentHash: hex, timestamp: hex, gasUsed: hex, gasLimit: hex },
    ...{ baseFeePerGas: hex, transactionCount: hex },
  },
};

/** Blocks for lists and plots, which need neither hashes of transactions nor blooms. */
export function blockSummaryMethods(chain: ChainReader): Methods {
  return {
    qord_getBlockSummaries: define(
      'Number, hashes, time, gas, base fee and number of transactions of consecutive blocks, newest first; fewer where the chain begins, none for an unknown block. The subscription newBlockSummaries sends the same of each new block.',
      [blockRefParam, optional(countParam, 1)],
      { type: 'array', items: summarySchema },
      ([newest, count]) => {
        const height = heightOf(chain, newest);
        const texts: string[] = [];
        for (let at = height ?? -1; at >= 0 && texts.length < count; at--) {
          const header = chain.header(at);
          if (header === undefined) break;
          texts.push(summaryText(header));
        }
        return new JsonText(`[${texts.join(',')}]`);
      },
    ),
  };
}
