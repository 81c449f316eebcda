import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { sinceHeight } from '../codec/heights.ts';
import type { BlockEnvironment } from '../engine.ts';
import { recordsOf } from './record.ts';

/** Record number of every module that has intervals. */
const countedFromNumber = 255;

/**
 * The intervals at whose ends the hooks of the module at `owner` do something. They continue after an export: nothing
 * else writes the record, which belongs to the module's `singles`.
 */
export function intervalsOf(owner: Address) {
  const countedFrom = recordsOf(owner).single(
    countedFromNumber,
    'counted_from',
    'Height from which intervals are counted: 0, or less in a chain that began from an exported one.',
    sinceHeight,
    0,
  );
  return {
    countedFrom,
    /** Whether an interval of so many blocks ends with the block. */
    isEnd: (state: StateView, { number }: BlockEnvironment, blocks: number): boolean =>
      (Number(number) - countedFrom.get(state)) % blocks === 0,
  };
}
