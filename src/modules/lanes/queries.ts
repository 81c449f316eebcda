import { flag, listOf, objectOf, parameter, text, withoutEffect } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { lanesParams } from './params.ts';

const laneSchema = objectOf({
  name: parameter(text),
  priority: parameter(
    { type: 'integer' },
    'order of the turns with the routing strategy `round_robin` of the module ai: higher goes first',
  ),
  max_block_space: parameter({ type: 'number' }, 'share of the block, 0 to 1'),
  description: withoutEffect('a text for people', text),
});

export const lanesQueries = [
  query(
    'qor_getLaneConfiguration',
    'The five lanes by which a node makes its blocks, by priority; no block is invalid for them.',
    [],
    objectOf({
      lanes: listOf(laneSchema),
      enforced: withoutEffect(
        'always false: lanes are no rule of validity. A node of this build makes its blocks by them, and accepts those of others that do not',
        flag,
      ),
    }),
    ({ state }) => ({
      lanes: lanesParams.get(state).lanes.map(({ name, priority, max_block_space, description }) => ({
        name,
        priority,
        max_block_space: Number(formatDecimal(max_block_space)),
        description,
      })),
      enforced: false,
    }),
  ),
];
