import { useRpc } from '../../lib/node/query.ts';
import type { AccountState, Hex } from '../../lib/node/types.ts';
import { FirstOf } from '../frame/first-of.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Qor } from '../values/amounts.tsx';
import { Account } from '../values/ids.tsx';

type Difference = {
  readonly pre: Readonly<Record<string, AccountState>>;
  readonly post: Readonly<Record<string, AccountState>>;
};
type Change = { readonly what: string; readonly before: string; readonly after: string; readonly isAmount?: boolean };

/** Most changes of one account that are shown. */
const mostChanges = 200;

const config = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };

/** Balances, nonces, code and storage before and after, from the prestate tracer. */
export function StateDifferences({ hash }: { readonly hash: Hex }) {
  const state = useRpc<Difference>('debug_traceTransaction', [hash, config]);
  return (
    <Async state={state}>
      {({ pre, post }) => {
        const changed = [...new Set([...Object.keys(pre), ...Object.keys(post)])];
        if (changed.length === 0) return <Empty>Nothing changed.</Empty>;
        return (
          <FirstOf items={changed} step={50}>
            {(addresses) => (
              <TableFrame>
                <table>
                  <thead>
                    <tr>
                      <th>account</th>
                      <th>what</th>
                      <th>before</th>
                      <th>after</th>
                    </tr>
                  </thead>
                  <tbody>
                    {addresses.flatMap((address) =>
                      changesOf(pre[address] ?? {}, post[address] ?? {})
                        .slice(0, mostChanges)
                        .map((change) => (
                          <tr key={`${address} ${change.what}`}>
                            <td>
                              <Account address={address} />
                            </td>
                            <td class="mono">{change.what}</td>
                            <td class="mono wide">{shown(change, change.before)}</td>
                            <td class="mono wide">{shown(change, change.after)}</td>
                          </tr>
                        )),
                    )}
                  </tbody>
                </table>
              </TableFrame>
            )}
          </FirstOf>
        );
      }}
    </Async>
  );
}

function shown({ isAmount = false }: Change, value: string) {
  if (value === '') return <span class="muted">none</span>;
  return isAmount ? <Qor wei={value} /> : value;
}

function changesOf(before: AccountState, after: AccountState): readonly Change[] {
  const changes: Change[] = [];
  if (after.balance !== undefined)
    changes.push({ what: 'balance', before: before.balance ?? '0x0', after: after.balance, isAmount: true });
  if (after.nonce !== undefined)
    changes.push({ what: 'nonce', before: String(before.nonce ?? 0), after: String(after.nonce) });
  if (after.code !== undefined) changes.push({ what: 'code', before: sizeOf(before.code), after: sizeOf(after.code) });
  const slots = new Set([...Object.keys(before.storage ?? {}), ...Object.keys(after.storage ?? {})]);
  for (const slot of slots) {
    changes.push({ what: `slot ${slot}`, before: before.storage?.[slot] ?? '', after: after.storage?.[slot] ?? '' });
  }
  return changes;
}

function sizeOf(code: Hex | undefined): string {
  return code === undefined ? '' : `${code.length / 2 - 1} bytes`;
}
