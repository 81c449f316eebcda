import { listOf, measured, objectOf, parameter, text } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { isObject } from '../../primitives/objects.ts';
import { gasabstractionParams } from './params.ts';

const { properties } = gasabstractionParams.codec.schema;

export const gasabstractionQueries = [
  query(
    'qor_getGasAbstractionConfig',
    'Tokens with their rates to uqor, and the bridged assets that stand for some: fees can be paid in these; the others are only quoted.',
    [],
    parameter(
      objectOf({
        ...(isObject(properties) ? properties : {}),
        without_asset: measured(
          listOf(text),
          'the accepted tokens in which no fee can be paid, because no asset here stands for them',
        ),
      }),
    ),
    ({ state }) => {
      const { accepted_tokens, enabled, native_denom, fee_assets } = gasabstractionParams.get(state);
      const hasAsset = (denom: string) => denom === native_denom || fee_assets.some((asset) => asset.denom === denom);
      const without_asset = accepted_tokens.map(({ denom }) => denom).filter((denom) => !hasAsset(denom));
      const lists = { accepted_tokens: [...accepted_tokens], fee_assets: [...fee_assets] };
      return { ...lists, enabled, native_denom, without_asset };
    },
  ),
];
