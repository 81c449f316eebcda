import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { gasabstractionParams } from './params.ts';

export const gasabstractionQueries = [
  query(
    'qor_getGasAbstractionConfig',
    'Tokens that fees may be quoted in, and their rates to uqor.',
    [],
    withFigures(gasabstractionParams.codec.schema, {
      parameters: ['enabled', 'accepted_tokens'],
      withoutEffect: { native_denom: 'the native coin has one name on this chain' },
    }),
    ({ state }) => {
      const { accepted_tokens, enabled, native_denom } = gasabstractionParams.get(state);
      return { accepted_tokens: [...accepted_tokens], enabled, native_denom };
    },
  ),
];
