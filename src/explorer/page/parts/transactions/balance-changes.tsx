import type { BalanceChange } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { FirstOf } from '../frame/first-of.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Qor } from '../values/amounts.tsx';
import { Account } from '../values/ids.tsx';

/** Balances before and after, the difference in the units of all three interfaces. */
export function BalanceChanges({ changes }: { readonly changes: readonly BalanceChange[] }) {
  return (
    <FirstOf items={changes} step={200}>
      {(shown) => (
        <TableFrame>
          <table>
            <thead>
              <tr>
                <th>account</th>
                <th class="right">before</th>
                <th class="right">after</th>
                <th class="right">change, QOR</th>
                <th class="right">uqor</th>
                <th class="right">lamports</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ address, before, after }, at) => (
                <tr key={at}>
                  <td>
                    <Account address={address} />
                  </td>
                  <td class="right">
                    <Qor wei={before} />
                  </td>
                  <td class="right">
                    <Qor wei={after} />
                  </td>
                  <Difference before={BigInt(before)} after={BigInt(after)} />
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </FirstOf>
  );
}

function Difference({ before, after }: { readonly before: bigint; readonly after: bigint }) {
  const sign = after > before ? '+' : '';
  return (
    <>
      <td class="right">
        {sign}
        <Qor wei={after - before} />
      </td>
      {[10n ** 12n, 10n ** 9n].map((scale) => (
        <td class="number right" key={String(scale)}>
          {sign}
          {grouped(after / scale - before / scale)}
        </td>
      ))}
    </>
  );
}
