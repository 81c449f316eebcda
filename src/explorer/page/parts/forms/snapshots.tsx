import { useSignal } from '@preact/signals';
import { messageOf } from '../../lib/node/error-text.ts';
import { head, readHead } from '../../lib/node/head.ts';
import { type Interventions, useInterventions } from '../../lib/node/interventions.ts';
import { call } from '../../lib/node/rpc.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { BlockLink } from '../values/ids.tsx';
import { Outcome, type OutcomeState } from './outcome.tsx';

/** Takes snapshots of the chain and goes back to them; also to those that others took. */
export function Snapshots() {
  const outcome = useSignal<OutcomeState>({ kind: 'none' });
  const state = useInterventions();
  const run = async (act: () => Promise<OutcomeState>) => {
    if (outcome.peek().kind === 'running') return;
    outcome.value = { kind: 'running' };
    outcome.value = await act().catch((error: unknown) => ({ kind: 'failed', message: messageOf(error) }) as const);
    await readHead(); // a chain that went back announces no block
  };
  return (
    <div class="padded stack">
      <div class="row">
        <button type="button" disabled={outcome.value.kind === 'running'} onClick={() => void run(take)}>
          Take a snapshot
        </button>
        <span aria-live="polite">
          <Outcome state={outcome.value} />
        </span>
      </div>
      <Async state={state}>
        {({ snapshots }) => <List snapshots={snapshots} onRevert={(id) => void run(() => revert(id))} />}
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
      <TableFrame>
        <table>
          <thead>
            <tr>
              <th>id</th>
              <th class="right">block</th>
              <th class="right">blocks since</th>
              <th>
                <span class="visually-hidden">action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map(([id, [height]]) => (
              <tr key={id}>
                <td class="mono">{id}</td>
                <td class="right">
                  <BlockLink height={height} />
                </td>
                <td class="number right">{grouped(Math.max(0, newest - height))}</td>
                <td>
                  <button type="button" onClick={() => onRevert(id)}>
                    Go back to it
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}
