import type { PageProps } from '../app.tsx';
import { accountOfLabel } from '../lib/accounts/labels.ts';
import { useRecords } from '../lib/modules/records.ts';
import { useRpc } from '../lib/node/query.ts';
import { formatMillionths } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { Card } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async } from '../parts/frame/states.tsx';
import { BridgeOperations } from '../parts/modules/bridge-operations.tsx';
import { type BridgeStatus, BridgeStatusCard } from '../parts/modules/bridge-status.tsx';
import { RecordLink, RecordTable, StatusWord } from '../parts/modules/record-table.tsx';
import { Foreign } from '../parts/values/foreign.tsx';

type Chain = {
  readonly name: string;
  readonly chain_type: string;
  readonly status: string;
  readonly supported_assets: readonly string[];
  readonly max_single_transfer: string;
  readonly daily_limit: string;
};
type Limiter = { readonly current_daily: string; readonly paused: boolean; readonly paused_reason: string };

/** Bridged chains, or one of them with its operations. */
export function Bridges({ args: [id] }: PageProps) {
  return id === undefined ? <ChainList /> : <ChainView id={id} />;
}

function ChainList() {
  const state = useRecords<Chain>('bridge', 'chain');
  const limiters = useRecords<Limiter>('bridge', 'limiter').data ?? [];
  const order = ({ value }: { readonly value: Chain }) => `${value.status === 'pending' ? 1 : 0}${value.name}`;
  const data = state.data?.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  return (
    <>
      <h1>Bridges</h1>
      <Card title="Newest operations">
        <BridgeOperations />
      </Card>
      <Card title={counted(data?.length ?? 0, 'chain')}>
        <RecordTable
          state={{ ...state, data }}
          empty="No chain can be bridged to."
          columns={[
            {
              title: 'chain',
              cell: ({ key: [id = ''], value }) => (
                <RecordLink to={`/bridges/${encodeURIComponent(id)}`} text={value.name} />
              ),
            },
            {
              title: 'status',
              cell: ({ key: [id], value }) => (
                <Breaker status={value.status} limiter={limiters.find(({ key }) => key[0] === id)?.value} />
              ),
            },
            { title: 'kind', cell: ({ value }) => <Foreign text={value.chain_type} /> },
            { title: 'assets', cell: ({ value }) => <Foreign text={value.supported_assets.join(', ')} /> },
            { title: '>most at once', cell: ({ value }) => formatMillionths(value.max_single_transfer) },
            { title: '>most a day', cell: ({ value }) => formatMillionths(value.daily_limit) },
          ]}
        />
      </Card>
      <Source
        calls={[
          ['qord_listRecords', ['bridge', 'chain']],
          ['eth_getLogs', [{ address: accountOfLabel('bridge module'), fromBlock: '0x0' }]],
        ]}
      />
    </>
  );
}

function Breaker({ status, limiter }: { readonly status: string; readonly limiter: Limiter | undefined }) {
  if (limiter?.paused !== true) return <StatusWord status={status} />;
  return (
    <span class="with-reason">
      <span class="badge bad">✗ paused</span>
      <span class="hint">
        <Foreign text={limiter.paused_reason} />
      </span>
    </span>
  );
}

function ChainView({ id }: { readonly id: string }) {
  const status = useRpc<BridgeStatus>('qor_getBridgeStatus', [id], { live: true });
  return (
    <>
      <h1>
        Bridge to <Foreign text={status.data?.name ?? id} />
      </h1>
      <Async state={status}>{(value) => <BridgeStatusCard status={value} />}</Async>
      <Card title="Operations">
        <BridgeOperations chain={id} />
      </Card>
      <Source
        calls={[
          ['qor_getBridgeStatus', [id]],
          ['eth_getLogs', [{ address: accountOfLabel('bridge module'), fromBlock: '0x0' }]],
        ]}
      />
    </>
  );
}
