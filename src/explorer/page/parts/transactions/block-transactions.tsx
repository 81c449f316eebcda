import type { Receipt, Transaction } from '../../lib/node/types.ts';
import { Skeleton } from '../frame/states.tsx';
import { VirtualList } from '../frame/virtual-list.tsx';
import { Count, Qor } from '../values/amounts.tsx';
import { Account, TransactionId } from '../values/ids.tsx';
import { Recipient } from '../values/recipient.tsx';
import { Status } from '../values/status.tsx';

type Props = { readonly transactions: readonly Transaction[]; readonly receipts: readonly Receipt[] | undefined };

/** The transactions of a block, in its order; any number of them. */
export function BlockTransactions({ transactions, receipts }: Props) {
  return (
    <VirtualList
      count={transactions.length}
      label="Transactions of the block"
      columns="3em 10em 7em minmax(10em, 1fr) minmax(12em, 1fr) 12em 7em"
      titles={['>#', 'hash', 'status', 'from', 'to', '>value', '>gas used']}
      row={(index) => {
        const transaction = transactions[index];
        const receipt = receipts?.[index];
        if (transaction === undefined) return [];
        return [
          <Count key="index" of={index} />,
          <TransactionId key="hash" hash={transaction.hash} />,
          receipt === undefined ? <Skeleton width="5em" /> : <Status ok={receipt.status === '0x1'} />,
          <Account key="from" address={transaction.from} />,
          <Recipient key="to" transaction={transaction} created={receipt?.contractAddress ?? null} />,
          <Qor key="value" wei={transaction.value} />,
          receipt === undefined ? '' : <Count of={BigInt(receipt.gasUsed)} />,
        ];
      }}
    />
  );
}
