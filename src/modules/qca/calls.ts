import { view } from '../../kernel/frame/call.ts';
import { accountField, inUnit, textField, uint, uqor } from '../../kernel/frame/field.ts';
import { fromScaled, truncate } from '../../primitives/decimal/decimal.ts';
import { bondingReward } from './formulas.ts';
import { qcaParams } from './params.ts';
import { classifications } from './records.ts';

export const qcaCalls = [
  view('poolOf', {
    doc: 'The pool a validator was put into.',
    inputs: { validator: accountField('operator of the validator') },
    outputs: { pool: textField('rpos, dpos, pos or unclassified') },
    gas: 2_600n,
    run: ({ state }, { validator }) => ({ pool: classifications.get(state, validator)?.pool ?? 'unclassified' }),
  }),
  view('bondingReward', {
    doc: 'What a stake is worth on the bonding curve.',
    inputs: {
      stake: uqor('staked'),
      loyalty: inUnit('blocks', uint(64, 'how long')),
      reputation: uint(256, 'times 10^18'),
    },
    outputs: { reward: uqor('worth') },
    gas: 10_000n,
    example: ['100qor', '1000', '500000000000000000'],
    run: ({ state }, { stake, loyalty, reputation }) => ({
      reward: truncate(bondingReward(qcaParams.get(state), stake, Number(loyalty), fromScaled(reputation))),
    }),
  }),
];
