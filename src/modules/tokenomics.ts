import type { PlainData, Schema } from '../kernel/codec/codec.ts';
import { withFigures } from '../kernel/module-sdk/figures.ts';
import { type ModuleQuery, query } from '../kernel/module-sdk/query.ts';
import { totalSupply } from '../kernel/supply.ts';
import { weiToUqor } from '../primitives/units.ts';
import type { StateView } from '../state/types.ts';
import { circulatingSupply } from './circulating.ts';

/** One part of the overview, with its schema; a module that is off is omitted. */
type OverviewPart = {
  readonly schema: Schema;
  isEnabled(state: StateView): boolean;
  read(state: StateView): PlainData;
};

const text = { type: 'string' } as const;

/** qor_getTokenomicsOverview: the parts of burn, inflation and xqore that are on, and the supply. */
export function tokenomicsOverview(
  parts: Readonly<Record<'burn' | 'inflation' | 'xqore', OverviewPart>>,
  bondedUqor: (state: StateView) => bigint,
): ModuleQuery {
  const supplySchema = {
    type: 'object',
    properties: {
      total_supply: { ...text, description: 'uqor in existence' },
      bonded_tokens: { ...text, description: 'uqor bonded with validators' },
      circulating_supply: {
        ...text,
        description:
          'uqor in existence that no account of the chain itself holds: without reserves, stakes, locked coins and escrow; the same as in getSupply',
      },
    },
  };
  const { burn, inflation, xqore } = parts;
  return query(
    'qor_getTokenomicsOverview',
    'Burn, inflation, xQORE and supply in one response.',
    [],
    withFigures(
      {
        type: 'object',
        properties: { burn: burn.schema, inflation: inflation.schema, xqore: xqore.schema, supply: supplySchema },
      },
      { measured: ['supply'] },
    ),
    ({ state }) => {
      const shown = (part: OverviewPart) => (part.isEnabled(state) ? part.read(state) : undefined);
      const total = weiToUqor(totalSupply(state));
      return {
        burn: shown(burn),
        inflation: shown(inflation),
        xqore: shown(xqore),
        supply: {
          total_supply: total.toString(),
          bonded_tokens: bondedUqor(state).toString(),
          circulating_supply: weiToUqor(circulatingSupply(state)).toString(),
        },
      };
    },
  );
}
