import { useInterventions } from '../../lib/node/interventions.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { counted } from '../../lib/text/counted.ts';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
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
          <Table
            rows={rewinds}
            rowKey={({ at }, place) => `${at} ${place}`}
            columns={[
              { title: 'when', cell: ({ at }) => <Time at={at} full isOfClock /> },
              { title: '>from block', cell: ({ from }) => grouped(from) },
              { title: '>back to', cell: ({ to }) => <BlockLink height={to} /> },
              { title: '>removed', cell: ({ from, to }) => counted(from - to, 'block') },
            ]}
          />
        )
      }
    </Async>
  );
}
