import { useRpc } from '../../lib/node/query.ts';
import type { AccountState, Hex } from '../../lib/node/types.ts';
import { FirstOf } from '../frame/first-of.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Qor } from '../values/amounts.tsx';
import { Account } from '../values/ids.tsx';

type Difference = {
  readonly pre: Readonly<Record<string, AccountState>>;
  readonly post: Readonly<Record<string, AccountState>>;
};
type Change = {
  readonly address: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly isAmount: boolean;
};

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
              <Table
                rows={addresses.flatMap((address) =>
                  changesOf(address, pre[address] ?? {}, post[address] ?? {}).slice(0, mostChanges),
                )}
                rowKey={({ address, what }) => `${address} ${what}`}
                columns={[
                  { title: 'account', cell: ({ address }) => <Account address={address} /> },
                  { title: 'what', cell: ({ what }) => what, cellClass: 'mono' },
                  { title: 'before', cell: (change) => shown(change, change.before), cellClass: 'mono wide' },
                  { title: 'after', cell: (change) => shown(change, change.after), cellClass: 'mono wide' },
                ]}
              />
            )}
          </FirstOf>
        );
      }}
    </Async>
  );
}

function shown({ isAmount }: Change, value: string) {
  if (value === '') return <span class="muted">none</span>;
  return isAmount ? <Qor wei={value} /> : value;
}

function changesOf(address: string, before: AccountState, after: AccountState): readonly Change[] {
  const changes: Change[] = [];
  const add = (what: string, from: string, to: string, isAmount = false) =>
    changes.push({ address, what, before: from, after: to, isAmount });
  if (after.balance !== undefined) add('balance', before.balance ?? '0x0', after.balance, true);
  if (after.nonce !== undefined) add('nonce', String(before.nonce ?? 0), String(after.nonce));
  if (after.code !== undefined) add('code', sizeOf(before.code), sizeOf(after.code));
  const slots = new Set([...Object.keys(before.storage ?? {}), ...Object.keys(after.storage ?? {})]);
  for (const slot of slots) add(`slot ${slot}`, before.storage?.[slot] ?? '', after.storage?.[slot] ?? '');
  return changes;
}

function sizeOf(code: Hex | undefined): string {
  return code === undefined ? '' : `${code.length / 2 - 1} bytes`;
}
