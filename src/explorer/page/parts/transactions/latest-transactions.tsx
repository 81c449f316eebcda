import type { Decoder } from '../../lib/abi/decode.ts';
import { useDecoder } from '../../lib/abi/decoder.ts';
import type { BlockSummary } from '../../lib/blocks/blocks.ts';
import { toQuantity } from '../../lib/node/hex.ts';
import { useQuery } from '../../lib/node/query.ts';
import { call } from '../../lib/node/rpc.ts';
import type { Receipt, Transaction } from '../../lib/node/types.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Skeleton } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Qor, Time } from '../values/amounts.tsx';
import { Account, TransactionId } from '../values/ids.tsx';
import { Recipient } from '../values/recipient.tsx';
import { Status } from '../values/status.tsx';

/** A transaction by its block and its position there. */
type Place = { readonly block: BlockSummary; readonly index: number };

/** Where the newest transactions of some blocks are, newest first. */
export function newestPlaces(blocks: readonly BlockSummary[], most: number): readonly Place[] {
  const places: Place[] = [];
  for (const block of blocks) {
    for (let index = block.transactions - 1; index >= 0 && places.length < most; index--) places.push({ block, index });
  }
  return places;
}

/** The newest transactions, each read by itself: rows stay, and transactions move on in them. */
export function LatestTransactionTable({ places }: { readonly places: readonly Place[] }) {
  return (
    <TableFrame>
      <table class="steady">
        <caption class="visually-hidden">Latest transactions</caption>
        <thead>
          <tr>
            <th>hash</th>
            <th>time</th>
            <th>method</th>
            <th>from</th>
            <th>to</th>
            <th class="right">value</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place, at) => (
            <Row key={at} place={place} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** What has happened is not read again; a failure is a word, not a colour. */
function Row({ place: { block, index } }: { readonly place: Place }) {
  const decoder = useDecoder();
  const key = `latest ${block.hash} ${index}`;
  const found = useQuery(key, () => readPlace(block, index), { rolling: 'latest' }).data;
  const { transaction: data, receipt } = found ?? {};
  return (
    <tr>
      <td>{data ? <TransactionId hash={data.hash} /> : <Skeleton />}</td>
      <td>
        <Time at={found?.time ?? block.timestamp} />
        {receipt?.status === '0x0' && ' '}
        {receipt?.status === '0x0' && <Status ok={false} />}
      </td>
      <td class="mono">{data ? methodOf(data, decoder) : <Skeleton width="5em" />}</td>
      <td>{data ? <Account address={data.from} /> : <Skeleton />}</td>
      <td>{data ? <Recipient transaction={data} created={receipt?.contractAddress ?? null} /> : <Skeleton />}</td>
      <td class="right">{data ? <Qor wei={data.value} /> : <Skeleton width="5em" />}</td>
    </tr>
  );
}

/** In one piece: the pace of an idle page counts the receipt, too, which can be a thousand times as long. */
async function readPlace({ hash, timestamp }: BlockSummary, index: number) {
  const position = [hash, toQuantity(index)];
  const transaction = await call<Transaction | null>('eth_getTransactionByBlockHashAndIndex', position);
  if (transaction === null) return null;
  const receipt = await call<Receipt | null>('eth_getTransactionReceipt', [transaction.hash]);
  return { transaction, receipt, time: timestamp };
}

function methodOf({ to, input }: Transaction, decoder: Decoder | undefined): string {
  if (to === null) return 'new contract';
  if (input === '0x') return 'transfer';
  return visibleText(decoder?.call(to, input)?.name ?? input.slice(0, 10), 24);
}
