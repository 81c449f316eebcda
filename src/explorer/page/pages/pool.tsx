import { formatGasPrice } from '../lib/amounts.ts';
import { counted } from '../lib/counted.ts';
import { head } from '../lib/head.ts';
import { useRpc } from '../lib/query.ts';
import type { Hex, Transaction } from '../lib/types.ts';
import { Count, Qor } from '../parts/amounts.tsx';
import { Card } from '../parts/card.tsx';
import { Account, TransactionId } from '../parts/ids.tsx';
import { Source } from '../parts/source.tsx';
import { Async, Empty } from '../parts/states.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';

type BySender = Readonly<Record<Hex, Readonly<Record<string, Transaction>>>>;
type Content = { readonly pending: BySender; readonly queued: BySender };
type Lanes = Readonly<Record<string, readonly Hex[]>>;
type Waiting = { readonly transaction: Transaction; readonly why: string; readonly lane: string };

/** What waits for a block, and why. */
export function Pool() {
  const content = useRpc<Content>('txpool_content', [], { live: true });
  const lanes = useRpc<Lanes>('qord_getPoolLanes', [], { live: true });
  const nextFee = BigInt(head.value?.baseFeePerGas ?? '0x0');
  return (
    <>
      <h1>Pool</h1>
      <Async state={content}>{(all) => <Waiting rows={rowsOf(all, lanes.data ?? {}, nextFee)} />}</Async>
      <Source
        calls={[
          ['txpool_content', []],
          ['qord_getPoolLanes', []],
        ]}
      />
    </>
  );
}

function rowsOf({ pending, queued }: Content, lanes: Lanes, baseFee: bigint): readonly Waiting[] {
  const laneOf = new Map(
    Object.entries(lanes).flatMap(([lane, hashes]) =>
      (Array.isArray(hashes) ? hashes : []).map((hash) => [hash, lane]),
    ),
  );
  const flat = (senders: BySender) => Object.values(senders).flatMap((byNonce) => Object.values(byNonce));
  const ready = flat(pending).map((transaction) => ({
    transaction,
    why: whyPending(transaction, baseFee),
    lane: laneOf.get(transaction.hash) ?? '',
  }));
  const later = flat(queued).map((transaction) => ({
    transaction,
    why: `waits for the sender's transactions before nonce ${Number(transaction.nonce)}, or for balance`,
    lane: '',
  }));
  return [...ready, ...later];
}

function whyPending({ maxFeePerGas, gasPrice }: Transaction, baseFee: bigint): string {
  return BigInt(maxFeePerGas ?? gasPrice) < baseFee ? 'offers less than the base fee' : 'next block that has room';
}

function Waiting({ rows }: { readonly rows: readonly Waiting[] }) {
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
    <Card title={counted(rows.length, 'transaction waits', 'transactions wait')}>
      <VirtualList
        count={rows.length}
        label="Waiting transactions"
        columns="10em 9em 9em 5em 8em 9em 7em minmax(20em, 1fr)"
        titles={['hash', 'from', 'to', '>nonce', '>most per gas', '>value', 'lane', 'waits for']}
        row={(index) => {
          const row = rows[index];
          if (row === undefined) return [];
          const { hash, from, to, nonce, maxFeePerGas, gasPrice, value } = row.transaction;
          return [
            <TransactionId key="hash" hash={hash} />,
            <Account key="from" address={from} />,
            to === null ? <span class="badge accent">creates</span> : <Account key="to" address={to} />,
            <Count key="nonce" of={Number(nonce)} />,
            formatGasPrice(BigInt(maxFeePerGas ?? gasPrice)),
            <Qor key="value" wei={value} />,
            row.lane,
            row.why,
          ];
        }}
      />
    </Card>
  );
}
