import type { Decoder } from '../lib/decode.ts';
import { useDecoder } from '../lib/decoder.ts';
import { useRpc } from '../lib/query.ts';
import { recentBlocks } from '../lib/recent-blocks.ts';
import type { Hex, Receipt, Transaction } from '../lib/types.ts';
import { visibleText } from '../lib/visible-text.ts';
import { Qor, Time } from './amounts.tsx';
import { Account, BlockLink, TransactionId } from './ids.tsx';
import { Skeleton } from './states.tsx';
import { Status } from './status.tsx';
import { TableFrame } from './table-frame.tsx';

type Props = {
  readonly hashes: readonly Hex[];
  readonly caption: string;
  /** with the time and the method instead of block and status, which stands only beside what failed */
  readonly isBrief?: boolean;
};

/** Transactions by hash, each read by itself: the columns stay while they arrive. */
export function TransactionTable({ hashes, caption, isBrief = false }: Props) {
  return (
    <TableFrame>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th>hash</th>
            <th>{isBrief ? 'time' : 'status'}</th>
            <th>{isBrief ? 'method' : 'block'}</th>
            <th>from</th>
            <th>to</th>
            <th class="right">value</th>
          </tr>
        </thead>
        <tbody>
          {hashes.map((hash) => (
            <TransactionRow key={hash} hash={hash} isBrief={isBrief} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function TransactionRow({ hash, isBrief }: { readonly hash: Hex; readonly isBrief: boolean }) {
  const { data } = useRpc<Transaction | null>('eth_getTransactionByHash', [hash]);
  const receipt = useRpc<Receipt | null>('eth_getTransactionReceipt', [hash]).data;
  return (
    <tr>
      <td>
        <TransactionId hash={hash} />
      </td>
      {isBrief ? (
        <BriefCells transaction={data ?? undefined} receipt={receipt ?? undefined} />
      ) : (
        <>
          <td>{receipt ? <Status ok={receipt.status === '0x1'} /> : <Skeleton width="5em" />}</td>
          <td>{data?.blockNumber ? <BlockLink height={Number(data.blockNumber)} /> : <Skeleton width="3em" />}</td>
        </>
      )}
      <td>{data ? <Account address={data.from} /> : <Skeleton />}</td>
      <td>{data ? <Recipient transaction={data} created={receipt?.contractAddress ?? null} /> : <Skeleton />}</td>
      <td class="right">{data ? <Qor wei={data.value} /> : <Skeleton width="5em" />}</td>
    </tr>
  );
}

type BriefProps = { readonly transaction: Transaction | undefined; readonly receipt: Receipt | undefined };

/** When it happened and what it called; a failure is a word, not a colour. */
function BriefCells({ transaction, receipt }: BriefProps) {
  const decoder = useDecoder();
  const block = recentBlocks.value.find(({ height }) => height === Number(transaction?.blockNumber ?? -1));
  const failed = receipt !== undefined && receipt.status !== '0x1';
  return (
    <>
      <td>
        {block === undefined ? <Skeleton width="4em" /> : <Time at={block.timestamp} />}
        {failed && ' '}
        {failed && <Status ok={false} />}
      </td>
      <td class="mono">{transaction === undefined ? <Skeleton width="5em" /> : methodOf(transaction, decoder)}</td>
    </>
  );
}

function methodOf({ to, input }: Transaction, decoder: Decoder | undefined): string {
  if (to === null) return 'new contract';
  if (input === '0x') return 'transfer';
  return visibleText(decoder?.call(to, input)?.name ?? input.slice(0, 10), 24);
}

type RecipientProps = { readonly transaction: Pick<Transaction, 'to'>; readonly created: Hex | null };

/** The recipient, or the contract that was created. */
export function Recipient({ transaction: { to }, created }: RecipientProps) {
  if (to !== null) return <Account address={to} />;
  return (
    <span class="nowrap">
      <span class="badge accent">creates</span> {created !== null && <Account address={created} />}
    </span>
  );
}
