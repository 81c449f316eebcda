import { view } from '../../kernel/module-sdk/call.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { parseDecimal, shareOf } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { gasabstractionParams } from './params.ts';

export const fault = faultsOf({
  tokenNotAccepted: [2, 'the token is not accepted'],
  moduleOff: [5, 'the module is off'],
});

const rateOf = (state: StateView, denom: string) =>
  gasabstractionParams.get(state).accepted_tokens.find((token) => token.denom === denom)?.conversion_rate;

export const gasabstractionCalls = [
  view('quote', {
    doc: 'What an amount of an accepted token counts for in uqor.',
    inputs: { denom: textField('accepted token, such as ibc/ATOM'), amount: uint(256, 'in its base units') },
    outputs: { nativeEquivalent: uqor('worth') },
    gas: 2_600n,
    example: ['ibc/ATOM', '50'],
    fault: ({ state }, { denom }) => {
      if (!gasabstractionParams.get(state).enabled) return fault.moduleOff();
      return rateOf(state, denom) === undefined ? fault.tokenNotAccepted() : undefined;
    },
    run: ({ state }, { denom, amount }) => ({
      nativeEquivalent: shareOf(amount, parseDecimal(rateOf(state, denom) ?? '0')),
    }),
  }),
];
