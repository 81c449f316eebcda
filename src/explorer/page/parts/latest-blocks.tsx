import { percent } from '../lib/amounts.ts';
import { recentBlocks } from '../lib/recent-blocks.ts';
import { Count, Time } from './amounts.tsx';
import { BlockLink } from './ids.tsx';
import { Skeleton } from './states.tsx';
import { TableFrame } from './table-frame.tsx';

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
