import type { BalanceChange } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { FirstOf } from '../frame/first-of.tsx';
import { Table } from '../frame/table.tsx';
import { Qor } from '../values/amounts.tsx';
import { Account } from '../values/ids.tsx';

/** Balances before and after, the difference in the units of all three interfaces. */
export function BalanceChanges({ changes }: { readonly changes: readonly BalanceChange[] }) {
  return (
    <FirstOf items={changes} step={200}>
      {(shown) => (
        <Table
          rows={shown}
          rowKey={(_change, at) => at}
          columns={[
            { title: 'account', cell: ({ address }) => <Account address={address} /> },
            { title: '>before', cell: ({ before }) => <Qor wei={before} /> },
            { title: '>after', cell: ({ after }) => <Qor wei={after} /> },
            {
              title: '>change, QOR',
              cell: (change) => (
                <>
                  {signOf(change)}
                  <Qor wei={BigInt(change.after) - BigInt(change.before)} />
                </>
              ),
            },
            { title: '>uqor', cell: (change) => difference(change, 10n ** 12n) },
            { title: '>lamports', cell: (change) => difference(change, 10n ** 9n) },
          ]}
        />
      )}
    </FirstOf>
  );
}

function signOf({ before, after }: BalanceChange): string {
  return BigInt(after) > BigInt(before) ? '+' : '';
}

/** In a unit of so many wei: the difference of what its interface shows, which rounds down. */
function difference(change: BalanceChange, scale: bigint): string {
  return `${signOf(change)}${grouped(BigInt(change.after) / scale - BigInt(change.before) / scale)}`;
}
