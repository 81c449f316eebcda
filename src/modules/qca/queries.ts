import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { notFound, query, validatorParam } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import type { Dependencies } from './dependencies.ts';
import { classifications } from './records.ts';

const text = { type: 'string' } as const;

/** The `qor_` methods of the module. */
export const qcaQueries = ({ operatesValidator, operatorOf }: Dependencies) => [
  query(
    'qor_getPoolClassification',
    'Which pool a validator was put into.',
    [validatorParam('validator', 'the validator')],
    withFigures(
      {
        type: 'object',
        properties: {
          validator: text,
          pool: { ...text, enum: ['rpos', 'dpos', 'pos', 'unclassified'] },
          assigned_at: { type: 'integer', description: 'height of the last classification; 0 before the first' },
        },
      },
      { measured: ['validator', 'pool', 'assigned_at'] },
    ),
    ({ state }, { spelling, address }) => {
      const operator = spelling === 'qorvalcons' ? operatorOf(state, address) : address;
      const validator = toBech32(address, spelling);
      if (operator === undefined || !operatesValidator(state, operator)) throw notFound(`${validator} is no validator`);
      return { validator, pool: 'unclassified', assigned_at: 0, ...classifications.get(state, operator) };
    },
  ),
];
