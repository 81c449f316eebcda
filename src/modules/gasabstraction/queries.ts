import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { gasabstractionParams } from './params.ts';

export const gasabstractionQueries = [
  query(
    'qor_getGasAbstractionConfig',
    'Tokens with their rates to uqor, and the bridged assets that stand for some: fees can be paid in these; the others are only quoted.',
    [],
    withFigures(gasabstractionParams.codec.schema, {
      parameters: ['enabled', 'accepted_tokens', 'native_denom', 'fee_assets'],
    }),
    ({ state }) => {
      const { accepted_tokens, enabled, native_denom, fee_assets } = gasabstractionParams.get(state);
      return { accepted_tokens: [...accepted_tokens], enabled, native_denom, fee_assets: [...fee_assets] };
    },
  ),
];
