import { head, readHead } from '../../lib/node/head.ts';
import { type Interventions, useInterventions } from '../../lib/node/interventions.ts';
import { call } from '../../lib/node/rpc.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { BlockLink } from '../values/ids.tsx';
import { Outcome, type OutcomeState, useOutcome } from './outcome.tsx';

/** Takes snapshots of the chain and goes back to them; also to those that others took. */
export function Snapshots() {
  const { outcome, isRunning, run } = useOutcome();
  const state = useInterventions();
  const act = async (action: () => Promise<OutcomeState>) => {
    await run(action);
    await readHead(); // a chain that went back announces no block
  };
  return (
    <div class="padded stack">
      <div class="row">
        <button type="button" disabled={isRunning} onClick={() => void act(take)}>
          Take a snapshot
        </button>
        <span aria-live="polite">
          <Outcome state={outcome} />
        </span>
      </div>
      <Async state={state}>
        {({ snapshots }) => <List snapshots={snapshots} onRevert={(id) => void act(() => revert(id))} />}
      </Async>
    </div>
  );
}

async function take(): Promise<OutcomeState> {
  return { kind: 'done', message: `snapshot ${await call<string>('evm_snapshot')} taken` };
}

/** A snapshot is gone when the chain goes back to it, and so are all that were taken later. */
async function revert(id: string): Promise<OutcomeState> {
  const existed = await call<boolean>('evm_revert', [id]);
  if (!existed) return { kind: 'failed', message: `The node has no snapshot ${id} any more.` };
  return { kind: 'done', message: `back at block ${grouped(Number(await call<string>('eth_blockNumber')))}` };
}

type ListProps = Pick<Interventions, 'snapshots'> & { readonly onRevert: (id: string) => void };

function List({ snapshots, onRevert }: ListProps) {
  const all = Object.entries(snapshots).toReversed();
  const newest = head.value?.height ?? 0;
  if (all.length === 0) return <Empty>No snapshots. The node keeps them until it ends.</Empty>;
  return (
    <>
      <p class="hint">The node keeps them until it ends.</p>
      <Table
        rows={all}
        rowKey={([id]) => id}
        columns={[
          { title: 'id', cell: ([id]) => id, cellClass: 'mono' },
          { title: '>block', cell: ([, [height]]) => <BlockLink height={height} /> },
          { title: '>blocks since', cell: ([, [height]]) => grouped(Math.max(0, newest - height)) },
          {
            title: 'action',
            isTitleHidden: true,
            cell: ([id]) => (
              <button type="button" onClick={() => onRevert(id)}>
                Go back to it
              </button>
            ),
          },
        ]}
      />
    </>
  );
}
