import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatGasPrice, grouped, percent } from '../lib/amounts.ts';
import { counted } from '../lib/counted.ts';
import { head } from '../lib/head.ts';
import { useRpc } from '../lib/query.ts';
import { followRecentBlocks, recentBlocks } from '../lib/recent-blocks.ts';
import { Count, Time } from '../parts/amounts.tsx';
import { BlockStrip } from '../parts/block-strip.tsx';
import { Card } from '../parts/card.tsx';
import { InterfaceHealth } from '../parts/interface-health.tsx';
import { LatestBlocks } from '../parts/latest-blocks.tsx';
import { LatestTransactionTable, newestPlaces } from '../parts/latest-transactions.tsx';
import { NetworkFacts } from '../parts/network-facts.tsx';
import { RecentPlots } from '../parts/recent-plots.tsx';
import { SendSome } from '../parts/send-some.tsx';
import { Source } from '../parts/source.tsx';
import { Empty, Skeleton } from '../parts/states.tsx';
import { SupplyByHolder } from '../parts/supply.tsx';

const shownTransactions = 8;

/** The first page: the chain now, its newest blocks and transactions. */
export function Home() {
  useEffect(followRecentBlocks, []);
  return (
    <>
      <h1 class="visually-hidden">The chain now</h1>
      <HeadTiles />
      <div class="grid second-widest">
        <Card title="Latest blocks">
          <LatestBlocks />
        </Card>
        <Card title="Latest transactions">
          <LatestTransactions />
        </Card>
      </div>
      <Card title="Newest blocks" aside={<span class="hint">height of a column: gas used of the limit</span>}>
        <BlockStrip />
        <RecentPlots />
      </Card>
      <div class="grid">
        <NetworkFacts />
        <InterfaceHealth />
      </div>
      <SupplyByHolder />
      <Source
        calls={[
          ['eth_getBlockByNumber', ['latest', false]],
          ['txpool_status', []],
          ['qord_getRecord', ['bank', 'supply']],
        ]}
      />
    </>
  );
}

function HeadTiles() {
  const block = head.value;
  const pool = useRpc<{ pending: string; queued: string }>('txpool_status', [], { live: true }).data;
  return (
    <section class="tiles" aria-label="Newest block">
      <Tile label="newest block" value={block ? <Count of={block.height} /> : undefined}>
        {block && <Time at={block.timestamp} />}
      </Tile>
      <Tile label="transactions in it" value={block ? <Count of={block.transactions} /> : undefined}>
        {pool && `${Number(pool.pending)} pending, ${Number(pool.queued)} queued`}
      </Tile>
      <Tile label="gas used" value={block ? <Count of={block.gasUsed} /> : undefined}>
        {block && `${percent(block.gasUsed, block.gasLimit)} of the limit`}
      </Tile>
      <Tile label="base fee per gas" value={block ? formatGasPrice(block.baseFee) : undefined}>
        {block && `${grouped(block.baseFee)} wei`}
      </Tile>
    </section>
  );
}

type TileProps = { readonly label: string; readonly value: ComponentChildren; readonly children: ComponentChildren };

function Tile({ label, value, children }: TileProps) {
  return (
    <div class="tile">
      <div class="label">{label}</div>
      <div class="value">{value === undefined ? <Skeleton width="5em" /> : value}</div>
      <div class="small">{children}</div>
    </div>
  );
}

function LatestTransactions() {
  const blocks = recentBlocks.value;
  const places = newestPlaces(blocks, shownTransactions);
  if (blocks.length === 0) return <div class="note">Reading …</div>;
  if (places.length === 0) {
    return (
      <Empty>
        No transactions in the last {counted(blocks.length, 'block')}. <SendSome to="dev1" />
      </Empty>
    );
  }
  return <LatestTransactionTable places={places} />;
}
