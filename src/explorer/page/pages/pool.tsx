import { type Content, type Lanes, type Waiting, waitingRows } from '../lib/blocks/waiting.ts';
import { head } from '../lib/node/head.ts';
import { useRpc } from '../lib/node/query.ts';
import type { Hex, Transaction } from '../lib/node/types.ts';
import { formatGasPrice, fractionOf, percent } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { Card, Facts } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { VirtualList } from '../parts/frame/virtual-list.tsx';
import { Count, Qor } from '../parts/values/amounts.tsx';
import { Account, TransactionId } from '../parts/values/ids.tsx';
import { ShareBar } from '../parts/values/share-bar.tsx';

/** Transactions come and go between blocks. */
const intervalMs = 3_000;

/** What waits for a block, and why. */
export function Pool() {
  const content = useRpc<Content>('txpool_content', [], { live: true, every: intervalMs });
  const lanes = useRpc<Lanes>('qord_getPoolLanes', [], { live: true, every: intervalMs });
  const fees = useRpc<{ readonly baseFeePerGas: readonly Hex[] }>('eth_feeHistory', ['0x1', 'latest', []], {
    live: true,
    every: intervalMs,
  });
  const nextFee = BigInt(fees.data?.baseFeePerGas.at(-1) ?? head.value?.baseFee ?? 0);
  return (
    <>
      <h1>Pool</h1>
      <Async state={content}>
        {(all) => <WaitingCards rows={waitingRows(all, lanes.data ?? {}, nextFee)} nextFee={nextFee} />}
      </Async>
      <Source
        calls={[
          ['txpool_content', []],
          ['qord_getPoolLanes', []],
          ['eth_feeHistory', ['0x1', 'latest', []]],
        ]}
      />
    </>
  );
}

type CardsProps = { readonly rows: readonly Waiting[]; readonly nextFee: bigint };

function WaitingCards({ rows, nextFee }: CardsProps) {
  if (rows.length === 0) {
    return (
      <Card title="Nothing waits">
        <Empty>
          Every transaction that was sent is in a block. A development network makes a block as soon as one arrives;
          switch automatic mining off under Faucet and time to see them wait.
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <NextBlock rows={rows} nextFee={nextFee} />
      <Card title={counted(rows.length, 'transaction waits', 'transactions wait')}>
        <WaitingList rows={rows} />
      </Card>
    </>
  );
}

/** What will fit the next block. */
function NextBlock({ rows, nextFee }: CardsProps) {
  const ready = rows.filter(({ isReady }) => isReady);
  const wanted = ready.reduce((sum, { transaction }) => sum + BigInt(transaction.gas), 0n);
  const limit = head.value?.gasLimit ?? 0n;
  return (
    <Card title="For the next block">
      <Facts
        entries={{
          ready: counted(ready.length, 'transaction'),
          'gas they may use': (
            <ShareBar
              share={fractionOf(wanted, limit)}
              text={limit === 0n ? '…' : `${percent(wanted, limit)} of a block`}
            />
          ),
          'base fee per gas': formatGasPrice(nextFee),
          'wait for something else': counted(rows.length - ready.length, 'transaction'),
        }}
      />
    </Card>
  );
}

function WaitingList({ rows }: { readonly rows: readonly Waiting[] }) {
  return (
    <VirtualList
      count={rows.length}
      label="Waiting transactions"
      columns="10em minmax(17em, 2fr) 8em minmax(9em, 1fr) 4em 7em 9em 6em"
      titles={['hash', 'waits for', 'from', 'to', '>nonce', '>most per gas', '>value', 'lane']}
      row={(index) => {
        const row = rows[index];
        if (row === undefined) return [];
        const { hash, from, to, nonce, value } = row.transaction;
        return [
          <TransactionId key="hash" hash={hash} />,
          row.isReady ? row.why : <span class="badge warn">⚠ {row.why}</span>,
          <Account key="from" address={from} />,
          to === null ? <span class="badge accent">creates</span> : <Account key="to" address={to} />,
          <Count key="nonce" of={BigInt(nonce)} />,
          formatGasPrice(mostPerGas(row.transaction)),
          <Qor key="value" wei={value} />,
          row.lane,
        ];
      }}
    />
  );
}

function mostPerGas({ maxFeePerGas, gasPrice }: Transaction): bigint {
  return BigInt(maxFeePerGas ?? gasPrice);
}
