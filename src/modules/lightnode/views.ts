import { lightNodePool } from '../../kernel/module-account.ts';
import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytes32Field, listField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { openQuestion } from './question.ts';
import { operators, progressRecord } from './records.ts';
import { earnedBy } from './rewards.ts';

const question = view('question', {
  doc: 'The open question. All empty when there is none.',
  inputs: {},
  outputs: {
    epoch: uint(64, 'the epoch'),
    seed: bytes32Field('its seed'),
    heights: listField(uint(64, 'a height'), 'blocks whose hashes are asked for, in this order'),
    answerUntil: uint(64, 'last block in which an answer counts'),
  },
  gas: 10_000n,
  run: ({ state, block }) => {
    const open = openQuestion(state, block);
    return {
      epoch: BigInt(open?.epoch ?? 0),
      seed: open?.seed ?? new Uint8Array(32),
      heights: (open?.heights ?? []).map(BigInt),
      answerUntil: BigInt(open?.answerUntil ?? 0),
    };
  },
});

const operatorOf = view('operatorOf', {
  doc: 'The light node of an operator. All empty when there is none.',
  inputs: { operator: accountField('the operator') },
  outputs: {
    key: accountField('the account that answers for it'),
    answered: uint(64, 'the last epoch that it answered and was not paid for; 0 for none'),
    earned: withUnit('wei', uint(256, 'that it can withdraw')),
  },
  gas: 10_000n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'],
  run: ({ state }, { operator }) => {
    const found = operators.get(state, operator);
    return {
      key: found?.key ?? zeroAddress,
      answered: BigInt(found?.answered ?? 0),
      earned: found === undefined ? 0n : earnedBy(state, found),
    };
  },
});

const status = view('status', {
  doc: 'The running epoch, and what the pool of light nodes has.',
  inputs: {},
  outputs: {
    epoch: uint(64, 'the running epoch; 0 before the first question'),
    operators: uint(64, 'registered light nodes'),
    answers: uint(64, 'that have answered in it'),
    pool: withUnit('wei', uint(256, 'that they will share')),
    owed: withUnit('wei', uint(256, 'earned before and not withdrawn')),
  },
  gas: 10_000n,
  run: ({ state }) => {
    const { epoch, operators: registered, answers, owed } = progressRecord.get(state);
    const balance = state.account(lightNodePool)?.balance ?? 0n;
    return {
      epoch: BigInt(epoch),
      operators: BigInt(registered),
      answers: BigInt(answers),
      pool: balance - owed,
      owed,
    };
  },
});

export const lightnodeViews = [question, operatorOf, status];
