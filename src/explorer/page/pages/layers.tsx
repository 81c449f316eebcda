import type { PageProps } from '../app.tsx';
import { grouped } from '../lib/amounts.ts';
import { counted } from '../lib/counted.ts';
import type { Json } from '../lib/exact-json.ts';
import { useRpc } from '../lib/query.ts';
import { useRecord, useRecords } from '../lib/records.ts';
import { href } from '../lib/router.ts';
import { Count } from '../parts/amounts.tsx';
import { Card } from '../parts/card.tsx';
import { CallHelp } from '../parts/command.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { BlockLink, Id } from '../parts/ids.tsx';
import { RecordTable, StatusWord } from '../parts/record-table.tsx';
import { Source } from '../parts/source.tsx';
import { Async } from '../parts/states.tsx';
import { Value } from '../parts/value.tsx';

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
              cell: ({ key: [id = ''] }) => (
                <a href={href(`/layers/${encodeURIComponent(id)}`)}>
                  <Foreign text={id} />
                </a>
              ),
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
            { title: '>height of the layer', cell: ({ key }) => <span class="number">{key[1]}</span> },
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
