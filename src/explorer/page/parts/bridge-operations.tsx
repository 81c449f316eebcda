import { formatUnits } from '../lib/amounts.ts';
import { useRecords } from '../lib/records.ts';
import { Time } from './amounts.tsx';
import { Id } from './ids.tsx';
import { RecordTable, StatusWord } from './record-table.tsx';
import { Value } from './value.tsx';

type Operation = {
  readonly type: string;
  readonly source_chain: string;
  readonly dest_chain: string;
  readonly sender: string;
  readonly receiver: string;
  readonly asset: string;
  readonly amount: string;
  readonly status: string;
  readonly error: string;
  readonly created_at: number;
  readonly challenge_end_time: number;
};

/** Most operations that are read; their keys are hashes, so the newest are among all of them. */
const most = 1_000;
const shown = 200;

/** Deposits and withdrawals, of one chain or of all, newest first. */
export function BridgeOperations({ chain }: { readonly chain?: string }) {
  const state = useRecords<Operation>('bridge', 'operation', { limit: most });
  const data = state.data
    ?.filter(({ value }) => chain === undefined || [value.source_chain, value.dest_chain].includes(chain))
    .toSorted((a, b) => b.value.created_at - a.value.created_at)
    .slice(0, shown);
  return (
    <RecordTable
      state={{ ...state, data }}
      empty={
        <>
          No deposit or withdrawal yet: <code>qord tx bridge deposit …</code>
        </>
      }
      columns={[
        { title: 'kind', cell: ({ value }) => (value.type === 'deposit' ? '↙ deposit' : `↗ ${value.type}`) },
        { title: 'time', cell: ({ value }) => <Time at={value.created_at} /> },
        { title: 'status', cell: ({ value }) => <State operation={value} /> },
        { title: '>amount', cell: ({ value }) => <span class="number">{formatUnits(BigInt(value.amount), 6)}</span> },
        { title: 'asset', cell: ({ value }) => value.asset },
        { title: 'from', cell: ({ value }) => <Party account={value.sender} /> },
        { title: 'to', cell: ({ value }) => <Party account={value.receiver} /> },
        {
          title: 'operation',
          cell: ({ key: [id = ''] }) => <Id id={id.replace(/^(deposit|withdrawal)-/, '')} what="operation" />,
        },
      ]}
    />
  );
}

function State({ operation: { status, error, challenge_end_time: end } }: { readonly operation: Operation }) {
  return (
    <>
      <StatusWord status={status} />
      {error !== '' && (
        <span class="hint">
          {' '}
          <bdi>{error.slice(0, 80)}</bdi>
        </span>
      )}
      {status === 'attested' && end > 0 && (
        <span class="hint">
          {' '}
          can be challenged until <Time at={end} />
        </span>
      )}
    </>
  );
}

/** Accounts of this chain are links; those of others are not accounts here, whatever they look like. */
function Party({ account }: { readonly account: string }) {
  return account.startsWith('qor1') ? <Value value={account} /> : <Id id={account} what="account on the other chain" />;
}
