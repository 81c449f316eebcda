import { boundedList, boundedText } from '../../kernel/codec/bounded.ts';
import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { oneOf, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { numberOf, part, smallestFraction } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { lanesAddress } from '../addresses.ts';

/** Lanes in the order of their priority. Stored by position. */
const laneNames = ['pqc', 'mev', 'ai', 'default', 'free'] as const;
export type LaneName = (typeof laneNames)[number];

const lane = struct({
  name: oneOf(...laneNames),
  priority: numberOf('', 1, 1_000_000, 'lanes stand in its order'),
  max_block_space: part(smallestFraction),
  description: boundedText(text, 0, 200, 'a line'),
});
type Lane = DecodedBy<typeof lane>;

const laneOf = (name: LaneName, priority: number, share: string, description: string): Lane => ({
  name,
  priority,
  max_block_space: parseDecimal(share),
  description,
});

export const lanesParams = paramsOf(
  lanesAddress,
  {
    lanes: param(boundedList(list(lane), laneNames.length, laneNames.length, 'each lane once'), [
      laneOf('pqc', 100, '0.15', 'hybrid transactions, which carry a post-quantum signature'),
      laneOf('mev', 90, '0.20', 'encrypted transactions: none in this version'),
      laneOf('ai', 80, '0.15', 'calls of the AI precompiles'),
      laneOf('default', 50, '0.40', 'everything else'),
      laneOf('free', 10, '0.10', 'sponsored transactions, which pay no tip'),
    ]),
  },
  ({ lanes }) => {
    const names = lanes.map(({ name }) => name);
    if (laneNames.some((name) => names.indexOf(name) !== names.lastIndexOf(name) || !names.includes(name))) {
      return `lanes must name each of ${laneNames.join(', ')} once`;
    }
    if (lanes.some(({ priority }, at) => at > 0 && priority >= (lanes[at - 1]?.priority ?? 0))) {
      return 'lanes must be in descending priority';
    }
    const sum = lanes.reduce((total, { max_block_space }) => total + max_block_space, 0n);
    return sum === one ? undefined : 'the shares of block space must add up to 1';
  },
);
