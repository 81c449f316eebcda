import type { PageProps } from '../app.tsx';
import { head } from '../lib/node/head.ts';
import { useQuery, useRpc } from '../lib/node/query.ts';
import { call } from '../lib/node/rpc.ts';
import type { Block, BlockEffects, Header, Receipt } from '../lib/node/types.ts';
import { href } from '../lib/site/router.ts';
import { formatGasPrice, grouped, percent } from '../lib/text/amounts.ts';
import { BlockHooks, ProposerReport } from '../parts/chain/block-effects.tsx';
import { Card, type FactList, Facts } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty, Problem } from '../parts/frame/states.tsx';
import { BlockTransactions } from '../parts/transactions/block-transactions.tsx';
import { Count, Time } from '../parts/values/amounts.tsx';
import { Account, Id } from '../parts/values/ids.tsx';

/** A block: header, transactions, effects of the hooks, the proposer's report. */
export function BlockPage({ args: [id = 'latest'] }: PageProps) {
  const isHash = /^0x[\da-f]{64}$/i.test(id);
  const isHeight = /^\d{1,15}$/.test(id) || id === 'latest';
  const method = isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber';
  const ref = isHash || id === 'latest' ? id : `0x${Number(id).toString(16)}`;
  const state = useRpc<Block | null>(method, [ref, true], { skip: !isHash && !isHeight, live: id === 'latest' });
  if (!isHash && !isHeight) {
    return <Problem error={new Error(`"${id}" is no block: write a height, a hash of 0x and 64 digits, or latest.`)} />;
  }
  return (
    <>
      <Async state={state}>{(block) => (block === null ? <Unknown id={id} /> : <Known block={block} />)}</Async>
      <Source
        calls={[
          [method, [ref, true]],
          ['eth_getBlockReceipts', [ref]],
          ['qord_getBlockEffects', [ref]],
        ]}
      />
    </>
  );
}

/** The oldest block that the node can read, which on a fork is the first one of the origin. */
function useFirst(): number {
  const first = useRpc<Header | null>('eth_getBlockByNumber', ['earliest', false]);
  return Number(first.data?.number ?? 0);
}

function Unknown({ id }: { readonly id: string }) {
  const height = head.value?.height;
  const first = useFirst();
  return (
    <Empty>
      There is no block {id}. {first > 0 && `The chain begins at block ${grouped(first)}. `}
      {height !== undefined && `The newest block is ${grouped(height)}.`} A height or a hash was looked for.
    </Empty>
  );
}

function Known({ block }: { readonly block: Block }) {
  const height = Number(block.number);
  const receipts = useQuery(`receipts ${block.hash}`, () =>
    call<readonly Receipt[]>('eth_getBlockReceipts', [block.hash]),
  );
  const effects = useRpc<BlockEffects | null>('qord_getBlockEffects', [block.hash]);
  const newest = head.value?.height ?? height;
  const isFirst = height <= useFirst();
  return (
    <>
      <div class="row between">
        <h1>
          Block <span class="number">{grouped(height)}</span>
        </h1>
        <nav class="row" aria-label="Neighbours">
          {!isFirst && <a href={href(`/block/${height - 1}`)}>← {grouped(height - 1)}</a>}
          {height < newest && <a href={href(`/block/${height + 1}`)}>{grouped(height + 1)} →</a>}
        </nav>
      </div>
      <div class="grid">
        <Card title="Header">
          <Facts entries={headerFacts(block, isFirst)} />
        </Card>
        <ProposerReport state={effects} />
      </div>
      <Card title={`Transactions: ${grouped(block.transactions.length)}`}>
        {block.transactions.length === 0 ? (
          <Empty>This block has no transactions.</Empty>
        ) : (
          <BlockTransactions transactions={block.transactions} receipts={receipts.data} />
        )}
      </Card>
      <BlockHooks state={effects} />
    </>
  );
}

function headerFacts(block: Block, isFirst: boolean): FactList {
  return {
    time: <Time at={Number(block.timestamp)} full />,
    hash: <Id id={block.hash} what="block hash" whole />,
    parent: (
      <Id id={block.parentHash} {...(!isFirst && { to: `/block/${block.parentHash}` })} what="parent hash" whole />
    ),
    proposer: <Account address={block.miner} whole />,
    'gas used': (
      <span>
        <Count of={BigInt(block.gasUsed)} /> of <Count of={BigInt(block.gasLimit)} />,{' '}
        {percent(BigInt(block.gasUsed), BigInt(block.gasLimit))}
      </span>
    ),
    'base fee per gas': (
      <span class="number" title={`${BigInt(block.baseFeePerGas)} wei`}>
        {formatGasPrice(BigInt(block.baseFeePerGas))}
      </span>
    ),
    size: block.size === undefined ? undefined : `${grouped(Number(block.size))} bytes`,
    'state root': <Id id={block.stateRoot} what="state root" whole />,
    'transactions root': <Id id={block.transactionsRoot} what="transactions root" whole />,
    'receipts root': <Id id={block.receiptsRoot} what="receipts root" whole />,
  };
}
