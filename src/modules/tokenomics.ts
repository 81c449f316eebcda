import type { PlainData, Schema } from '../kernel/codec/codec.ts';
import { measured, objectOf, text } from '../kernel/module-sdk/figures.ts';
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

/** qor_getTokenomicsOverview: the parts of burn, inflation and xqore that are on, and the supply. */
export function tokenomicsOverview(
  parts: Readonly<Record<'burn' | 'inflation' | 'xqore', OverviewPart>>,
  bondedUqor: (state: StateView) => bigint,
): ModuleQuery {
  const supplySchema = objectOf({
    total_supply: measured(text, 'uqor in existence'),
    bonded_tokens: measured(text, 'uqor bonded with validators'),
    circulating_supply: measured(
      text,
      'uqor in existence that no account of the chain itself holds: without reserves, stakes, locked coins and escrow; the same as in getSupply',
    ),
  });
  const { burn, inflation, xqore } = parts;
  return query(
    'qor_getTokenomicsOverview',
    'Burn, inflation, xQORE and supply in one response.',
    [],
    objectOf({ burn: burn.schema, inflation: inflation.schema, xqore: xqore.schema, supply: supplySchema }),
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
