import { effect, signal } from '@preact/signals';
import { grouped } from '../lib/amounts.ts';
import { endpoints } from '../lib/endpoints.ts';
import { messageOf } from '../lib/error-text.ts';
import { head } from '../lib/head.ts';
import { forgetQueries } from '../lib/query.ts';
import { call } from '../lib/rpc.ts';
import { Time } from './amounts.tsx';
import { Outcome, type OutcomeState } from './outcome.tsx';
import { Empty } from './states.tsx';
import { TableFrame } from './table-frame.tsx';

type Snapshot = { readonly id: string; readonly height: number; readonly at: number };

const storageKey = `snapshots ${endpoints.rpc}`;

function readStored(): readonly Snapshot[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as readonly Snapshot[]; // written below alone
  } catch {
    return [];
  }
}

/** Taken in this tab of the browser, also before the page was loaded anew; the node has forgotten them after its end. */
const snapshots = signal<readonly Snapshot[]>(readStored());
effect(() => sessionStorage.setItem(storageKey, JSON.stringify(snapshots.value)));
const outcome = signal<OutcomeState>({ kind: 'none' });

async function take(): Promise<void> {
  try {
    const id = await call<string>('evm_snapshot');
    snapshots.value = [{ id, height: head.peek()?.height ?? 0, at: Date.now() / 1000 }, ...snapshots.peek()];
    outcome.value = { kind: 'done', message: `snapshot ${id} taken` };
  } catch (error) {
    outcome.value = { kind: 'failed', message: messageOf(error) };
  }
}

/** A snapshot is gone when the chain goes back to it, and so are all that were taken later. */
async function revert({ id, height }: Snapshot): Promise<void> {
  const existed = await call<boolean>('evm_revert', [id]).catch(() => false);
  snapshots.value = snapshots.peek().slice(snapshots.peek().findIndex((each) => each.id === id) + 1);
  forgetQueries();
  outcome.value = existed
    ? { kind: 'done', message: `back at block ${height}` }
    : { kind: 'failed', message: `The node has no snapshot ${id} any more.` };
}

/** Takes snapshots of the chain and goes back to them. */
export function Snapshots() {
  return (
    <div class="padded stack">
      <div class="row">
        <button type="button" onClick={() => void take()}>
          Take a snapshot
        </button>
        <span aria-live="polite">
          <Outcome state={outcome.value} />
        </span>
      </div>
      {snapshots.value.length === 0 ? (
        <Empty>No snapshots yet.</Empty>
      ) : (
        <TableFrame>
          <table>
            <thead>
              <tr>
                <th>id</th>
                <th class="right">block</th>
                <th>taken</th>
                <th>
                  <span class="visually-hidden">action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {snapshots.value.map((snapshot) => (
                <tr key={snapshot.id}>
                  <td class="mono">{snapshot.id}</td>
                  <td class="number right">{grouped(snapshot.height)}</td>
                  <td>
                    <Time at={snapshot.at} />
                  </td>
                  <td>
                    <button type="button" onClick={() => void revert(snapshot)}>
                      Go back to it
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </div>
  );
}
