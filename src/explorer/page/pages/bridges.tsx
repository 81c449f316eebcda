import type { PageProps } from '../app.tsx';
import { formatUnits } from '../lib/amounts.ts';
import { counted } from '../lib/counted.ts';
import type { Json } from '../lib/exact-json.ts';
import { useRpc } from '../lib/query.ts';
import { useRecords } from '../lib/records.ts';
import { href } from '../lib/router.ts';
import { Card } from '../parts/card.tsx';
import { RecordTable, StatusWord } from '../parts/record-table.tsx';
import { Source } from '../parts/source.tsx';
import { Async } from '../parts/states.tsx';
import { Value } from '../parts/value.tsx';

type Chain = {
  readonly name: string;
  readonly chain_type: string;
  readonly status: string;
  readonly supported_assets: readonly string[];
  readonly max_single_transfer: string;
  readonly daily_limit: string;
};
type Limiter = { readonly current_daily: string; readonly paused: boolean; readonly paused_reason: string };
type Operation = {
  readonly type: string;
  readonly source_chain: string;
  readonly dest_chain: string;
  readonly sender: string;
  readonly receiver: string;
  readonly asset: string;
  readonly amount: string;
  readonly status: string;
};

const millionths = (amount: string) => <span class="number">{formatUnits(BigInt(amount), 6)}</span>;

/** Bridged chains, or one of them with its operations. */
export function Bridges({ args: [id] }: PageProps) {
  return id === undefined ? <ChainList /> : <ChainView id={id} />;
}

function ChainList() {
  const state = useRecords<Chain>('bridge', 'chain');
  const limiters = useRecords<Limiter>('bridge', 'limiter').data ?? [];
  return (
    <>
      <h1>Bridges</h1>
      <Card title={counted(state.data?.length ?? 0, 'chain')}>
        <RecordTable
          state={state}
          empty="No chain can be bridged to."
          columns={[
            {
              title: 'chain',
              cell: ({ key: [id = ''], value }) => (
                <a href={href(`/bridges/${encodeURIComponent(id)}`)}>{value.name}</a>
              ),
            },
            {
              title: 'status',
              cell: ({ key: [id], value }) => (
                <Breaker status={value.status} limiter={limiters.find(({ key }) => key[0] === id)?.value} />
              ),
            },
            { title: 'kind', cell: ({ value }) => value.chain_type },
            { title: 'assets', cell: ({ value }) => value.supported_assets.join(', ') },
            { title: '>most at once', cell: ({ value }) => millionths(value.max_single_transfer) },
            { title: '>most a day', cell: ({ value }) => millionths(value.daily_limit) },
          ]}
        />
      </Card>
      <Card title="Operations">
        <Operations />
      </Card>
      <Source
        calls={[
          ['qord_listRecords', ['bridge', 'chain']],
          ['qord_listRecords', ['bridge', 'operation']],
        ]}
      />
    </>
  );
}

function Breaker({ status, limiter }: { readonly status: string; readonly limiter: Limiter | undefined }) {
  if (limiter?.paused !== true) return <StatusWord status={status} />;
  return (
    <span class="badge bad">
      ✗ paused: <bdi>{limiter.paused_reason}</bdi>
    </span>
  );
}

function ChainView({ id }: { readonly id: string }) {
  const status = useRpc<Json>('qor_getBridgeStatus', [id], { live: true });
  return (
    <>
      <h1>
        Bridge to <bdi>{id}</bdi>
      </h1>
      <Card title="Status" bare={false}>
        <Async state={status}>{(value) => <Value value={value} />}</Async>
      </Card>
      <Card title="Operations">
        <Operations chain={id} />
      </Card>
      <Source calls={[['qor_getBridgeStatus', [id]]]} />
    </>
  );
}

/** Deposits and withdrawals, of one chain or of all. */
function Operations({ chain }: { readonly chain?: string }) {
  const state = useRecords<Operation>('bridge', 'operation', { limit: 1_000 });
  const data = state.data?.filter(
    ({ value }) => chain === undefined || [value.source_chain, value.dest_chain].includes(chain),
  );
  return (
    <RecordTable
      state={{ ...state, data }}
      empty="No deposit or withdrawal yet."
      columns={[
        {
          title: 'operation',
          cell: ({ key: [id = ''] }) => <span class="mono" title={id}>{`${id.slice(0, 18)}…`}</span>,
        },
        { title: 'kind', cell: ({ value }) => value.type },
        { title: 'status', cell: ({ value }) => <StatusWord status={value.status} /> },
        { title: 'from', cell: ({ value }) => <Value value={value.sender} /> },
        { title: 'to', cell: ({ value }) => <Value value={value.receiver} /> },
        { title: '>amount', cell: ({ value }) => millionths(value.amount) },
        { title: 'asset', cell: ({ value }) => value.asset },
      ]}
    />
  );
}
