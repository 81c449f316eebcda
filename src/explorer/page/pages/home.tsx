import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { followRecentBlocks, recentBlocks } from '../lib/blocks/recent-blocks.ts';
import { head } from '../lib/node/head.ts';
import { useRpc } from '../lib/node/query.ts';
import { formatGasPrice, grouped, percent } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { BlockStrip } from '../parts/chain/block-strip.tsx';
import { InterfaceHealth } from '../parts/chain/interface-health.tsx';
import { LatestBlocks } from '../parts/chain/latest-blocks.tsx';
import { NetworkFacts } from '../parts/chain/network-facts.tsx';
import { RecentPlots } from '../parts/chain/recent-plots.tsx';
import { SupplyByHolder } from '../parts/chain/supply.tsx';
import { Card } from '../parts/frame/card.tsx';
import { SendSome } from '../parts/frame/send-some.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Empty, Skeleton } from '../parts/frame/states.tsx';
import { LatestTransactionTable, newestPlaces } from '../parts/transactions/latest-transactions.tsx';
import { Count, Time } from '../parts/values/amounts.tsx';

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
