import type { PageProps } from '../app.tsx';
import { hashOfSignature, signatureOf } from '../lib/accounts/accounts.ts';
import { chain } from '../lib/node/chain.ts';
import { useRpc } from '../lib/node/query.ts';
import type { BalanceChange, Hex, Receipt, Transaction } from '../lib/node/types.ts';
import { location, setQuery } from '../lib/site/router.ts';
import { Card, Tabs } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty, Problem } from '../parts/frame/states.tsx';
import { BalanceChanges } from '../parts/transactions/balance-changes.tsx';
import { CallTree } from '../parts/transactions/call-tree.tsx';
import { Logs } from '../parts/transactions/logs.tsx';
import { OpcodeSteps } from '../parts/transactions/opcode-steps.tsx';
import { StateDifferences } from '../parts/transactions/state-differences.tsx';
import { SvmTransaction } from '../parts/transactions/svm-transaction.tsx';
import { TransactionSummary } from '../parts/transactions/transaction-summary.tsx';
import { RawTransaction } from '../parts/values/raw-transaction.tsx';

/** A transaction by its hash, or by its signature on the SVM interface. */
export function TransactionPage({ args: [id = ''] }: PageProps) {
  const hash = /^0x[\da-f]{64}$/i.test(id) ? (`0x${id.slice(2).toLowerCase()}` as const) : hashOfSignature(id);
  const skip = hash === undefined;
  const receipt = useRpc<Receipt | null>('eth_getTransactionReceipt', [hash], { skip, live: true });
  const isPending = receipt.data === null;
  const state = useRpc<Transaction | null>('eth_getTransactionByHash', [hash], { skip, live: true });
  if (hash === undefined) {
    return (
      <Problem
        error={
          new Error(
            'This is neither a transaction hash (0x and 64 digits) nor an SVM signature of this chain (base58).',
          )
        }
      />
    );
  }
  return (
    <>
      <h1>Transaction</h1>
      <Async state={state}>
        {(transaction) =>
          transaction === null ? (
            <Empty>
              No transaction with this hash is in a block or waiting. It may have been replaced, or is of another chain.
            </Empty>
          ) : (
            <>
              <TransactionSummary transaction={transaction} receipt={receipt.data ?? undefined} />
              {!isPending && receipt.data && <Details hash={hash} transaction={transaction} receipt={receipt.data} />}
            </>
          )
        }
      </Async>
      <Source
        calls={[
          ['eth_getTransactionByHash', [hash]],
          ['eth_getTransactionReceipt', [hash]],
          ['qord_getBalanceChanges', [hash]],
        ]}
      />
    </>
  );
}

const tabs = [
  ['events', 'Events'],
  ['calls', 'Calls'],
  ['balances', 'Balances'],
  ['state', 'State'],
  ['steps', 'Opcode steps'],
  ['svm', 'SVM'],
  ['raw', 'Raw'],
] as const;

type DetailsProps = { readonly hash: Hex; readonly transaction: Transaction; readonly receipt: Receipt };

function Details({ hash, transaction, receipt }: DetailsProps) {
  const traces = chain.value?.namespaces.includes('debug') ?? false;
  const chosen = location.value.query.get('tab') ?? (traces && transaction.input !== '0x' ? 'calls' : 'balances');
  return (
    <Card title="Details">
      <Tabs
        label="Details of the transaction"
        tabs={tabs.map(([tab, title]) => ({
          id: tab,
          title: tab === 'events' ? `${title} (${receipt.logs.length})` : title,
        }))}
        chosen={chosen}
        onChoose={(tab) => setQuery({ tab })}
      />
      <div role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {chosen === 'events' && (receipt.logs.length === 0 ? <Empty>No events.</Empty> : <Logs logs={receipt.logs} />)}
        {chosen === 'calls' && <CallTree hash={hash} />}
        {chosen === 'balances' && <Balances hash={hash} />}
        {chosen === 'state' && <StateDifferences hash={hash} />}
        {chosen === 'steps' && <OpcodeSteps hash={hash} />}
        {chosen === 'svm' && <SvmTransaction signature={signatureOf(hash)} />}
        {chosen === 'raw' && <RawTransaction transaction={transaction} receipt={receipt} />}
      </div>
    </Card>
  );
}

function Balances({ hash }: { readonly hash: Hex }) {
  const state = useRpc<readonly BalanceChange[] | null>('qord_getBalanceChanges', [hash]);
  return (
    <Async state={state}>
      {(changes) =>
        changes === null || changes.length === 0 ? (
          <Empty>No balance changed.</Empty>
        ) : (
          <BalanceChanges changes={changes} />
        )
      }
    </Async>
  );
}
