import { measured, objectOf, oneOfTexts, text } from '../../kernel/module-sdk/figures.ts';
import { notFound, query, validatorParam } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import type { Dependencies } from './dependencies.ts';
import { classifications } from './records.ts';

/** The `qor_` methods of the module. */
export const qcaQueries = ({ operatesValidator, operatorOf }: Dependencies) => [
  query(
    'qor_getPoolClassification',
    'Which pool a validator was put into.',
    [validatorParam('validator', 'the validator')],
    objectOf({
      validator: measured(text),
      pool: measured(oneOfTexts(['rpos', 'dpos', 'pos', 'unclassified'])),
      assigned_at: measured({ type: 'integer' }, 'height of the last classification; 0 before the first'),
    }),
    ({ state }, { spelling, address }) => {
      const operator = spelling === 'qorvalcons' ? operatorOf(state, address) : address;
      const validator = toBech32(address, spelling);
      if (operator === undefined || !operatesValidator(state, operator)) throw notFound(`${validator} is no validator`);
      return { validator, pool: 'unclassified', assigned_at: 0, ...classifications.get(state, operator) };
    },
  ),
];
