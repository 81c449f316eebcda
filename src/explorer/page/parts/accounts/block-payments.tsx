import { type BlockPayments, findBlockPayments } from '../../lib/blocks/block-payments.ts';
import { firstHeight } from '../../lib/node/head.ts';
import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { useLookBack } from '../frame/look-back.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Gain } from '../values/gain.tsx';
import { BlockLink } from '../values/ids.tsx';

/** What blocks paid to an account without any transaction: rewards, shares of fees, penalties. */
export function PaidByBlocks({ address }: { readonly address: Hex }) {
  const { first, older, button } = useLookBack(`paid ${address}`, (last) => findBlockPayments(address, last));
  return (
    <section class="stack padded-below" aria-label="Paid by blocks">
      <h3 class="padded-sides">Paid by blocks, without a transaction</h3>
      <Async state={first}>{(found) => <Payments all={[found, ...older]} />}</Async>
      {button && <p class="padded-sides">{button}</p>}
    </section>
  );
}

function Payments({ all }: { readonly all: readonly BlockPayments[] }) {
  const payments = all.flatMap((each) => each.payments);
  const from = all.at(-1)?.from ?? 0;
  const read = from <= firstHeight.value ? 'in all blocks' : `since block ${grouped(from)}; older blocks were not read`;
  if (payments.length === 0) return <Empty>Nothing {read}.</Empty>;
  return (
    <>
      <p class="hint padded-sides">By the hooks of modules {read}.</p>
      <Table
        rows={payments}
        rowKey={({ height }) => height}
        columns={[
          { title: 'block', cell: ({ height }) => <BlockLink height={height} /> },
          { title: '>gained or lost', cell: ({ gain }) => <Gain wei={gain} /> },
        ]}
      />
    </>
  );
}
