import { useMemo } from 'preact/hooks';
import { firstHeight, rewound } from '../../lib/node/head.ts';
import { ContractLogs } from '../../lib/node/newest-logs.ts';
import { useQuery } from '../../lib/node/query.ts';
import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Card } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Logs } from '../transactions/logs.tsx';

const reach = { step: 100, blocks: 5_000 };
const shown = 100;

/** The newest events of a contract; further ones are added as they come. */
export function ContractEvents({ address, title }: { readonly address: Hex; readonly title: string }) {
  const source = useMemo(() => new ContractLogs(address, reach, shown), [address, rewound.value]);
  const state = useQuery(`events ${address}`, () => source.read(), { live: true });
  return (
    <Card title={title}>
      <Async state={state}>
        {({ logs, from }) =>
          logs.length === 0 ? (
            <Empty>None {from <= firstHeight.value ? 'in all blocks' : `since block ${grouped(from)}`}.</Empty>
          ) : (
            <Logs logs={logs} withTransaction />
          )
        }
      </Async>
    </Card>
  );
}
