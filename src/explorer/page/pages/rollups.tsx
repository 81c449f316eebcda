import type { PageProps } from '../app.tsx';
import { type Row, useRecords } from '../lib/modules/records.ts';
import { chain } from '../lib/node/chain.ts';
import { useRpc } from '../lib/node/query.ts';
import { formatMillionths, grouped } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { Card } from '../parts/frame/card.tsx';
import { CallHelp, Command } from '../parts/frame/command.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async } from '../parts/frame/states.tsx';
import { RecordLink, RecordTable, StatusWord } from '../parts/modules/record-table.tsx';
import { Count, Time } from '../parts/values/amounts.tsx';
import { Foreign } from '../parts/values/foreign.tsx';
import { BlockLink } from '../parts/values/ids.tsx';
import { Value } from '../parts/values/value.tsx';

type Rollup = {
  readonly creator: string;
  readonly profile: string;
  readonly settlement_mode: string;
  readonly status: string;
  readonly vm_type: string;
  readonly stake_amount: string;
  readonly created_height: number;
};
type Batch = {
  readonly tx_count: number;
  readonly submitted_at: number;
  readonly finalized_at: number | null;
  readonly status: string;
  readonly submitter: string;
};
type Challenge = { readonly challenger: string; readonly bond: string; readonly challenged_at: number };

type Status = { readonly total_batches: number };

/** Most batches that are shown, the newest. */
const most = 1_000;

/** All rollups, or one with its batches. */
export function Rollups({ args: [id] }: PageProps) {
  return id === undefined ? <RollupList /> : <RollupView id={id} />;
}

function RollupList() {
  const state = useRecords<Rollup>('rdk', 'rollup');
  return (
    <>
      <h1>Rollups</h1>
      <Card title={counted(state.data?.length ?? 0, 'rollup')}>
        <RecordTable
          state={state}
          empty={
            <>
              No rollups yet: <CreateRollup />
            </>
          }
          columns={[
            {
              title: 'name',
              cell: ({ key: [id = ''] }) => <RecordLink to={`/rollups/${encodeURIComponent(id)}`} text={id} />,
            },
            { title: 'status', cell: ({ value }) => <StatusWord status={value.status} /> },
            { title: 'profile', cell: ({ value }) => value.profile },
            { title: 'settlement', cell: ({ value }) => value.settlement_mode },
            { title: 'VM', cell: ({ value }) => value.vm_type },
            { title: '>stake, QOR', cell: ({ value }) => formatMillionths(value.stake_amount) },
            { title: 'creator', cell: ({ value }) => <Value value={value.creator} /> },
            { title: 'since block', cell: ({ value }) => <BlockLink height={value.created_height} /> },
          ]}
        />
      </Card>
      <Source calls={[['qord_listRecords', ['rdk', 'rollup']]]} />
    </>
  );
}

function CreateRollup() {
  if (chain.value?.isDevelopment !== true) return <CallHelp words={['rdk', 'create-rollup']} />;
  return <Command words={['tx', 'rdk', 'create-rollup', 'my-rollup', 'defi', '10000qor', '--from', 'dev0']} />;
}

function RollupView({ id }: { readonly id: string }) {
  const status = useRpc<Status>('qor_getRollupStatus', [id], { live: true });
  const total = status.data?.total_batches;
  const batches = useRecords<Batch>('rdk', 'batch', {
    prefix: [id],
    limit: most,
    ...(total !== undefined && total > most && { from: [id, String(total - most + 1)] }),
  });
  const challenges = useRecords<Challenge>('rdk', 'challenge', { prefix: [id] });
  return (
    <>
      <h1>
        Rollup <Foreign text={id} />
      </h1>
      <Card title="Status" bare={false}>
        <Async state={status}>{(value) => <Value value={value} />}</Async>
      </Card>
      <Card
        title={`Batches: ${total === undefined ? '…' : grouped(total)}`}
        aside={<States batches={batches.data ?? []} />}
      >
        <Timeline batches={batches.data ?? []} />
        <RecordTable
          state={{ ...batches, data: batches.data?.toReversed() }}
          empty="No batches yet: the sequencer submits them with submitBatch."
          columns={[
            { title: '>batch', cell: ({ key }) => key[1] },
            { title: 'status', cell: ({ value }) => <StatusWord status={value.status} /> },
            { title: '>transactions', cell: ({ value }) => <Count of={value.tx_count} /> },
            { title: 'submitted in', cell: ({ value }) => <BlockLink height={value.submitted_at} /> },
            {
              title: 'final in',
              cell: ({ value }) => (!value.finalized_at ? 'not yet' : <BlockLink height={value.finalized_at} />),
            },
            { title: 'submitter', cell: ({ value }) => <Value value={value.submitter} /> },
          ]}
        />
      </Card>
      <Card title="Open challenges">
        <RecordTable
          state={challenges}
          empty="No batch is challenged."
          columns={[
            { title: '>batch', cell: ({ key }) => key[1] },
            { title: 'challenger', cell: ({ value }) => <Value value={value.challenger} /> },
            { title: '>bond, QOR', cell: ({ value }) => formatMillionths(value.bond) },
            { title: 'since', cell: ({ value }) => <Time at={value.challenged_at} full /> },
          ]}
        />
      </Card>
      <Source
        calls={[
          ['qor_getRollupStatus', [id]],
          ['qord_listRecords', ['rdk', 'batch', [id]]],
        ]}
      />
    </>
  );
}

const strip = 120;

type Batches = { readonly batches: readonly Row<Batch>[] };

/** How many batches are in which state: what the colours of the time line say. */
function States({ batches }: Batches) {
  const counts = new Map<string, number>();
  for (const { value } of batches) counts.set(value.status, (counts.get(value.status) ?? 0) + 1);
  return (
    <span class="row">
      {[...counts].map(([status, count]) => (
        <span key={status} class="row">
          <Count of={count} /> <StatusWord status={status} />
        </span>
      ))}
    </span>
  );
}

/** The newest batches from left to right; their state is the shade and the title. */
function Timeline({ batches }: Batches) {
  if (batches.length === 0) return null;
  return (
    <ol class="timeline" aria-label="Batches over time">
      {batches.slice(-strip).map(({ key, value }) => {
        const text = `batch ${key[1]}: ${value.status}, submitted in block ${value.submitted_at}`;
        return (
          <li key={key[1]} class={`batch ${value.status}`} title={text}>
            <span class="visually-hidden">{text}</span>
          </li>
        );
      })}
    </ol>
  );
}
