import { useInterventions } from '../../lib/node/interventions.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { counted } from '../../lib/text/counted.ts';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Time } from '../values/amounts.tsx';
import { BlockLink } from '../values/ids.tsx';

/** The times at which somebody made the chain go back, since the start of the node. */
export function Rewinds() {
  return (
    <Async state={useInterventions()}>
      {({ rewinds }) =>
        rewinds.length === 0 ? (
          <Empty>The chain has not gone back since the node was started.</Empty>
        ) : (
          <TableFrame>
            <table>
              <thead>
                <tr>
                  <th>when</th>
                  <th class="right">from block</th>
                  <th class="right">back to</th>
                  <th class="right">removed</th>
                </tr>
              </thead>
              <tbody>
                {rewinds.map(({ from, to, at }, place) => (
                  <tr key={`${at} ${place}`}>
                    <td>
                      <Time at={at} full isOfClock />
                    </td>
                    <td class="number right">{grouped(from)}</td>
                    <td class="right">
                      <BlockLink height={to} />
                    </td>
                    <td class="number right">{counted(from - to, 'block')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        )
      }
    </Async>
  );
}
