import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { createBlockCache } from '../lib/blocks/block-cache.ts';
import { firstHeight, head, rewound } from '../lib/node/head.ts';
import { formatGasPrice, percent } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { Card } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Skeleton } from '../parts/frame/states.tsx';
import { VirtualList } from '../parts/frame/virtual-list.tsx';
import { Count, Time } from '../parts/values/amounts.tsx';
import { BlockLink } from '../parts/values/ids.tsx';

/** All blocks, newest first; those in view are read. */
export function Blocks() {
  const cache = useMemo(() => createBlockCache(), [rewound.value]);
  const height = head.value?.height;
  const count = height === undefined ? 0 : Math.max(0, height - firstHeight.value + 1);
  return (
    <>
      <h1>Blocks</h1>
      <Card title={height === undefined ? 'Reading …' : counted(count, 'block')}>
        <VirtualList
          count={count}
          added={height ?? 0}
          renewed={cache.version}
          label="Blocks, newest first"
          columns="6em minmax(8em, 1fr) 6em 10em 6em 10em"
          titles={['height', 'time', '>txs', '>gas used', '>full', '>base fee']}
          row={(index) => cells((height ?? 0) - index, cache)}
        />
      </Card>
      <Source calls={[['eth_getBlockByNumber', ['latest', false]]]} />
    </>
  );
}

function cells(height: number, cache: ReturnType<typeof createBlockCache>): readonly ComponentChildren[] {
  const block = cache.get(height);
  const link = <BlockLink height={height} />;
  if (block === undefined) return [link, <Skeleton key="time" width="4em" />, '', '', '', ''];
  return [
    link,
    <Time key="time" at={block.timestamp} />,
    <Count key="count" of={block.transactions} />,
    <Count key="gas" of={block.gasUsed} />,
    percent(block.gasUsed, block.gasLimit),
    formatGasPrice(block.baseFee),
  ];
}
