import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, uint } from '../../kernel/module-sdk/field.ts';
import type { Dependencies } from './dependencies.ts';
import { reputations } from './records.ts';

/** The calls of the module. */
export const reputationCalls = ({ consensusOf }: Dependencies) => [
  view('scoreOf', {
    doc: 'Reputation of a validator; 0 when no block was voted on by it.',
    inputs: { validator: accountField('operator of the validator') },
    outputs: { score: uint(256, 'times 10^18: 1 is the best') },
    gas: 5_000n,
    run: ({ state }, { validator }) => {
      const consensus = consensusOf(state, validator);
      return { score: (consensus && reputations.get(state, consensus)?.composite_score) ?? 0n };
    },
  }),
];
