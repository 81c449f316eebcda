import { type Operation, readNewestOperations } from '../../lib/modules/bridge-operations.ts';
import { head } from '../../lib/node/head.ts';
import { useQuery } from '../../lib/node/query.ts';
import { formatMillionths } from '../../lib/text/amounts.ts';
import { CallHelp } from '../frame/command.tsx';
import { Time } from '../values/amounts.tsx';
import { Foreign, TokenSymbol } from '../values/foreign.tsx';
import { Id } from '../values/ids.tsx';
import { Value } from '../values/value.tsx';
import { RecordTable, StatusWord } from './record-table.tsx';

const shown = 200;

/** Deposits and withdrawals, of one chain or of all, newest first. */
export function BridgeOperations({ chain }: { readonly chain?: string }) {
  const height = head.value?.height;
  const key = height === undefined ? undefined : `bridge operations ${chain ?? ''}`;
  const state = useQuery(key, () => readNewestOperations(height ?? 0, shown, chain), { live: true });
  return (
    <RecordTable
      state={state}
      empty={
        <>
          No deposit or withdrawal yet: <CallHelp words={['bridge', 'deposit']} />
        </>
      }
      columns={[
        { title: 'kind', cell: ({ value }) => (value.type === 'deposit' ? '↙ deposit' : `↗ ${value.type}`) },
        { title: 'time', cell: ({ value }) => <Time at={value.created_at} /> },
        { title: 'status', cell: ({ value }) => <State operation={value} /> },
        { title: '>amount', cell: ({ value }) => formatMillionths(value.amount) },
        { title: 'asset', cell: ({ value }) => <TokenSymbol text={value.asset} /> },
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
          <Foreign text={error} />
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
