import { useRpc } from '../lib/query.ts';
import type { Hex, Receipt, Transaction } from '../lib/types.ts';
import { Qor } from './amounts.tsx';
import { Account, BlockLink, TransactionId } from './ids.tsx';
import { Skeleton } from './states.tsx';
import { Status } from './status.tsx';
import { TableFrame } from './table-frame.tsx';

type Props = { readonly hashes: readonly Hex[]; readonly caption: string };

/** Transactions by hash, each read by itself: the columns stay while they arrive. */
export function TransactionTable({ hashes, caption }: Props) {
  return (
    <TableFrame>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th>hash</th>
            <th>status</th>
            <th>block</th>
            <th>from</th>
            <th>to</th>
            <th class="right">value</th>
          </tr>
        </thead>
        <tbody>
          {hashes.map((hash) => (
            <TransactionRow key={hash} hash={hash} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function TransactionRow({ hash }: { readonly hash: Hex }) {
  const { data } = useRpc<Transaction | null>('eth_getTransactionByHash', [hash]);
  const receipt = useRpc<Receipt | null>('eth_getTransactionReceipt', [hash]).data;
  return (
    <tr>
      <td>
        <TransactionId hash={hash} />
      </td>
      <td>{receipt ? <Status ok={receipt.status === '0x1'} /> : <Skeleton width="5em" />}</td>
      <td>{data?.blockNumber ? <BlockLink height={Number(data.blockNumber)} /> : <Skeleton width="3em" />}</td>
      <td>{data ? <Account address={data.from} /> : <Skeleton />}</td>
      <td>{data ? <Recipient transaction={data} created={receipt?.contractAddress ?? null} /> : <Skeleton />}</td>
      <td class="right">{data ? <Qor wei={data.value} /> : <Skeleton width="5em" />}</td>
    </tr>
  );
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
