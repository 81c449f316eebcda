import { query } from '../../kernel/module-sdk/query.ts';
import { gasabstractionParams } from './params.ts';

export const gasabstractionQueries = [
  query(
    'qor_getGasAbstractionConfig',
    'Tokens that fees may be quoted in, and their rates to uqor.',
    [],
    gasabstractionParams.codec.schema,
    ({ state }) => {
      const { accepted_tokens, enabled, native_denom } = gasabstractionParams.get(state);
      return { accepted_tokens: [...accepted_tokens], enabled, native_denom };
    },
  ),
];
