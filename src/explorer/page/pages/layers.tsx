import type { PageProps } from '../app.tsx';
import { useRecord, useRecords } from '../lib/modules/records.ts';
import type { Json } from '../lib/node/exact-json.ts';
import { useRpc } from '../lib/node/query.ts';
import { grouped } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { Card } from '../parts/frame/card.tsx';
import { CallHelp } from '../parts/frame/command.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async } from '../parts/frame/states.tsx';
import { RecordLink, RecordTable, StatusWord } from '../parts/modules/record-table.tsx';
import { Count } from '../parts/values/amounts.tsx';
import { Foreign } from '../parts/values/foreign.tsx';
import { BlockLink, Id } from '../parts/values/ids.tsx';
import { Value } from '../parts/values/value.tsx';

type Layer = {
  readonly layer_type: string;
  readonly status: string;
  readonly description: string;
  readonly settlement_interval_blocks: number;
};
type Anchor = {
  readonly state_root: string;
  readonly main_chain_height: number;
  readonly transaction_count: number;
  readonly relayer: string;
  readonly rejected: boolean;
};

/** Registered layers, or one of them with its anchors. */
export function Layers({ args: [id] }: PageProps) {
  return id === undefined ? <LayerList /> : <LayerView id={id} />;
}

function LayerList() {
  const state = useRecords<Layer>('multilayer', 'layer');
  const totals = useRecord('multilayer', 'totals');
  return (
    <>
      <h1>Layers</h1>
      <Card title={counted(state.data?.length ?? 0, 'layer')}>
        <RecordTable
          state={state}
          empty={
            <>
              No layers yet: <CallHelp words={['multilayer', 'register-sidechain']} />
            </>
          }
          columns={[
            {
              title: 'name',
              cell: ({ key: [id = ''] }) => <RecordLink to={`/layers/${encodeURIComponent(id)}`} text={id} />,
            },
            { title: 'status', cell: ({ value }) => <StatusWord status={value.status} /> },
            { title: 'kind', cell: ({ value }) => value.layer_type },
            {
              title: '>blocks between anchors',
              cell: ({ value }) => <Count of={value.settlement_interval_blocks} />,
            },
            { title: 'description', cell: ({ value }) => <Foreign text={value.description} /> },
          ]}
        />
      </Card>
      <Card title="Routing" bare={false}>
        <Async state={totals}>{(value) => <Value value={value} />}</Async>
      </Card>
      <Source calls={[['qord_listRecords', ['multilayer', 'layer']]]} />
    </>
  );
}

function LayerView({ id }: { readonly id: string }) {
  const info = useRpc<Json>('qor_getLayerInfo', [id], { live: true });
  const anchors = useRecords<Anchor>('multilayer', 'anchor', { prefix: [id], limit: 1_000 });
  return (
    <>
      <h1>
        Layer <Foreign text={id} />
      </h1>
      <Card title="Layer" bare={false}>
        <Async state={info}>{(value) => <Value value={value} />}</Async>
      </Card>
      <Card title={`Anchors: ${grouped(anchors.data?.length ?? 0)}`}>
        <RecordTable
          state={{ ...anchors, data: anchors.data?.toReversed() }}
          empty="No state of this layer is anchored yet."
          columns={[
            { title: '>height of the layer', cell: ({ key }) => key[1] },
            { title: 'state', cell: ({ value }) => <StatusWord status={value.rejected ? 'rejected' : 'confirmed'} /> },
            { title: 'anchored in', cell: ({ value }) => <BlockLink height={value.main_chain_height} /> },
            { title: '>transactions', cell: ({ value }) => <Count of={value.transaction_count} /> },
            { title: 'state root', cell: ({ value }) => <Id id={value.state_root} what="state root" /> },
            { title: 'relayer', cell: ({ value }) => <Value value={value.relayer} /> },
          ]}
        />
      </Card>
      <Source calls={[['qor_getLayerInfo', [id]]]} />
    </>
  );
}
