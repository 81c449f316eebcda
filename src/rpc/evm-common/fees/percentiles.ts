import { optional } from '../../dispatch/define.ts';
import { listOf } from '../../params/object.ts';
import type { Param } from '../../types.ts';

const maxPercentiles = 100;

/** Percentages from 0 to 100, each greater than the one before. Throws a RangeError. */
function parsePercentiles(json: unknown): readonly number[] {
  const list = listOf(json);
  if (list.length > maxPercentiles) throw new RangeError(`over the query limit ${maxPercentiles}`);
  let last = Number.NEGATIVE_INFINITY;
  return list.map((percent, index) => {
    if (typeof percent !== 'number' || !(percent >= 0 && percent <= 100)) {
      throw new RangeError(`invalid reward percentile: ${String(percent)}`);
    }
    if (percent <= last) {
      throw new RangeError(`invalid reward percentile: #${index - 1}:${last} >= #${index}:${percent}`);
    }
    last = percent;
    return percent;
  });
}

const percentiles: Param<readonly number[]> = {
  name: 'rewardPercentiles',
  description: `Percentages in ascending order, ${maxPercentiles} at most: for each, the tip of the transaction there.`,
  required: true,
  schema: { type: 'array', items: { type: 'number', minimum: 0, maximum: 100 } },
  parse: parsePercentiles,
};

export const percentilesParam = optional(percentiles, undefined);
