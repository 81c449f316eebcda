import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type BlockPayments, findBlockPayments } from '../../lib/blocks/block-payments.ts';
import { head } from '../../lib/node/head.ts';
import { useQuery } from '../../lib/node/query.ts';
import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Gain } from '../values/gain.tsx';
import { BlockLink } from '../values/ids.tsx';

/** What blocks paid to an account without any transaction: rewards, shares of fees, penalties. */
export function PaidByBlocks({ address }: { readonly address: Hex }) {
  const start = useSignal<number | undefined>(undefined);
  const height = head.value?.height;
  useEffect(() => {
    start.value ??= height;
  }, [height]);
  const first = useQuery(start.value === undefined ? undefined : `paid ${address} ${start.value}`, () =>
    findBlockPayments(address, start.peek() ?? 0),
  );
  const older = useSignal<readonly BlockPayments[]>([]);
  const isReading = useSignal(false);
  const end = older.value.at(-1) ?? first.data;
  const readOlder = async () => {
    if (end === undefined || isReading.peek()) return;
    isReading.value = true;
    const more = await findBlockPayments(address, end.from - 1).catch(() => undefined);
    if (more !== undefined) older.value = [...older.value, more];
    isReading.value = false;
  };
  return (
    <section class="stack padded-below" aria-label="Paid by blocks">
      <h3 class="padded-sides">Paid by blocks, without a transaction</h3>
      <Async state={first}>{(found) => <Payments all={[found, ...older.value]} />}</Async>
      {end !== undefined && end.from > 0 && (
        <p class="padded-sides">
          <button type="button" disabled={isReading.value} onClick={() => void readOlder()}>
            {isReading.value ? 'Reading …' : 'Look further back'}
          </button>
        </p>
      )}
    </section>
  );
}

function Payments({ all }: { readonly all: readonly BlockPayments[] }) {
  const payments = all.flatMap((each) => each.payments);
  const from = all.at(-1)?.from ?? 0;
  const read = from === 0 ? 'in all blocks' : `since block ${grouped(from)}; older blocks were not read`;
  if (payments.length === 0) return <Empty>Nothing {read}.</Empty>;
  return (
    <>
      <p class="hint padded-sides">By the hooks of modules {read}.</p>
      <TableFrame>
        <table>
          <thead>
            <tr>
              <th>block</th>
              <th class="right">gained or lost</th>
            </tr>
          </thead>
          <tbody>
            {payments.map(({ height, gain }) => (
              <tr key={height}>
                <td>
                  <BlockLink height={height} />
                </td>
                <td class="right">
                  <Gain wei={gain} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}
