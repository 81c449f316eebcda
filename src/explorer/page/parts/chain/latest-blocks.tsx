import { recentBlocks } from '../../lib/blocks/recent-blocks.ts';
import { percent } from '../../lib/text/amounts.ts';
import { Skeleton } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Count, Time } from '../values/amounts.tsx';
import { BlockLink } from '../values/ids.tsx';

const shown = 8;

/** The newest blocks, newest first; rows that are on their way keep their room. */
export function LatestBlocks() {
  const blocks = recentBlocks.value.slice(0, shown);
  return (
    <TableFrame>
      <table>
        <caption class="visually-hidden">Latest blocks</caption>
        <thead>
          <tr>
            <th>block</th>
            <th>time</th>
            <th class="right">transactions</th>
            <th class="right">gas</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map(({ height, timestamp, transactions, gasUsed, gasLimit }, place) => (
            // rows stay, and their blocks move on: nothing jumps
            <tr key={place}>
              <td>
                <BlockLink height={height} />
              </td>
              <td>
                <Time at={timestamp} />
              </td>
              <td class="right">
                <Count of={transactions} />
              </td>
              <td class="number right">{percent(gasUsed, gasLimit)}</td>
            </tr>
          ))}
          {blocks.length === 0 && (
            <tr>
              <td>
                <Skeleton width="3em" />
              </td>
              <td colSpan={3} />
            </tr>
          )}
        </tbody>
      </table>
    </TableFrame>
  );
}
