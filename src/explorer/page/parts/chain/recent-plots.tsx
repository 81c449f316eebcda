import { recentBlocks } from '../../lib/blocks/recent-blocks.ts';
import { firstHeight } from '../../lib/node/head.ts';
import { Plot } from './plot.tsx';

/** Gas, transactions and time of the newest blocks. */
export function RecentPlots() {
  const blocks = recentBlocks.value.toReversed();
  const heights = blocks.map(({ height }) => height);
  const gas = blocks.map(({ gasUsed, gasLimit }) => Number((gasUsed * 10_000n) / gasLimit) / 100);
  const counts = blocks.map(({ transactions }) => transactions);
  const times = blocks.map(({ timestamp }, at) =>
    at === 0 || blocks[at - 1]?.height === firstHeight.value
      ? null
      : timestamp - (blocks[at - 1]?.timestamp ?? timestamp),
  );
  return (
    <div class="grid plots">
      <Plot title="gas used, % of the limit" x={heights} y={gas} unit="%" />
      <Plot title="transactions" x={heights} y={counts} />
      <Plot title="time since the block before, s" x={heights} y={times} unit="s" />
    </div>
  );
}
