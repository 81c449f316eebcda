import { recentBlocks } from '../../lib/blocks/recent-blocks.ts';
import { percent } from '../../lib/text/amounts.ts';
import { Skeleton } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Count, Time } from '../values/amounts.tsx';
import { BlockLink } from '../values/ids.tsx';

const shown = 8;

/** The newest blocks, newest first; rows that are on their way keep their room. */
export function LatestBlocks() {
  const blocks = recentBlocks.value.slice(0, shown);
  return (
    <Table
      caption="Latest blocks"
      rows={blocks.length === 0 ? [undefined] : blocks}
      rowKey={(_block, place) => place} // rows stay, and their blocks move on: nothing jumps
      columns={[
        {
          title: 'block',
          cell: (block) => (block === undefined ? <Skeleton width="3em" /> : <BlockLink height={block.height} />),
        },
        { title: 'time', cell: (block) => block && <Time at={block.timestamp} /> },
        { title: '>transactions', cell: (block) => block && <Count of={block.transactions} /> },
        { title: '>gas', cell: (block) => block && percent(block.gasUsed, block.gasLimit) },
      ]}
    />
  );
}
