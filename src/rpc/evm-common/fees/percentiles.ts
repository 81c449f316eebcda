import { optional } from '../../dispatch/define.ts';
import { listType, mapValue, type ParamType, paramOf } from '../../params/param-type.ts';

const maxPercentiles = 100;

const percentType: ParamType<number> = {
  parse: (json) => {
    if (typeof json === 'number' && json >= 0 && json <= 100) return json;
    throw new RangeError(`invalid reward percentile: ${String(json)}`);
  },
  schema: { type: 'number', minimum: 0, maximum: 100 },
};

/** Each must be greater than the one before, which a schema cannot say. */
const percentilesType = mapValue(
  listType(percentType, {
    most: maxPercentiles,
    tooMany: () => new RangeError(`over the query limit ${maxPercentiles}`),
  }),
  (list) => {
    for (const [index, percent] of list.entries()) {
      const last = list[index - 1] ?? Number.NEGATIVE_INFINITY;
      if (percent > last) continue;
      throw new RangeError(`invalid reward percentile: #${index - 1}:${last} >= #${index}:${percent}`);
    }
    return list;
  },
);

const percentiles = paramOf(
  'rewardPercentiles',
  `Percentages in ascending order, ${maxPercentiles} at most: for each, the tip of the transaction there.`,
  percentilesType,
);

export const percentilesParam = optional(percentiles, undefined);
