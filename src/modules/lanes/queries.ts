import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { lanesParams } from './params.ts';

const laneSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    priority: {
      type: 'integer',
      description: 'order of the turns with the routing strategy `round_robin` of the module ai: higher goes first',
    },
    max_block_space: { type: 'number', description: 'share of the block, 0 to 1' },
    description: { type: 'string' },
  },
} as const;

export const lanesQueries = [
  query(
    'qor_getLaneConfiguration',
    'The five lanes by which a node makes its blocks, by priority; no block is invalid for them.',
    [],
    withFigures(
      { type: 'object', properties: { lanes: { type: 'array', items: laneSchema }, enforced: { type: 'boolean' } } },
      {
        parameters: ['lanes.name', 'lanes.priority', 'lanes.max_block_space'],
        withoutEffect: {
          'lanes.description': 'a text for people',
          enforced:
            'always false: lanes are no rule of validity. A node of this build makes its blocks by them, and accepts those of others that do not',
        },
      },
    ),
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
