import { totalSupply } from '../../kernel/supply.ts';
import { circulatingSupply } from '../../modules/readers.ts';
import { weiToLamports } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';

/** In lamports: total and circulating rounded down, `nonCirculating` is the rest. */
export type Supply = { readonly total: bigint; readonly circulating: bigint; readonly nonCirculating: bigint };

/** Total and circulating supply. */
export function supplyOf(state: StateView): Supply {
  const total = weiToLamports(totalSupply(state));
  const circulating = weiToLamports(circulatingSupply(state));
  return { total, circulating, nonCirculating: total - circulating };
}
