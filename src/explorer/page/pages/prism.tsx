import { useMemo } from 'preact/hooks';
import { type Row, useRecords } from '../lib/modules/records.ts';
import { firstHeight, head, rewound } from '../lib/node/head.ts';
import { once } from '../lib/node/once.ts';
import { useQuery, useRpc } from '../lib/node/query.ts';
import { call } from '../lib/node/rpc.ts';
import { counted } from '../lib/text/counted.ts';
import { percentText } from '../lib/text/decimals.ts';
import { decimalText } from '../lib/text/unit-text.ts';
import { HeatMap } from '../parts/chain/heat-map.tsx';
import { Plot } from '../parts/chain/plot.tsx';
import { Card, Facts } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { RecordTable } from '../parts/modules/record-table.tsx';
import { BlockLink } from '../parts/values/ids.tsx';

type Agent = {
  readonly agent_mode: string;
  readonly observation_interval: number;
  readonly circuit_breaker: {
    readonly active: boolean;
    readonly max_param_change: string;
    readonly cooldown_blocks: number;
  };
  readonly last_observation_block: string;
  readonly cumulative_reward: string;
};
type Reward = { readonly height: number; readonly total_reward: string };
type Observation = { readonly height: number; readonly values: readonly string[] } | null;
type Action = { readonly values: readonly string[]; readonly kind: 'observed' | 'suggested' | 'applied' };

const shown = 40;

/** PRISM: observations, rewards, actions. */
export function Prism() {
  const agent = useRpc<Agent>('qor_getRLAgentStatus', [], { live: true });
  const intervalBlocks = agent.data?.observation_interval ?? 10;
  const start = Math.max(0, (head.value?.height ?? 0) - shown * intervalBlocks);
  const from = [String(start - (start % intervalBlocks))];
  return (
    <>
      <h1>PRISM</h1>
      <Async state={agent}>{(status) => <AgentCard status={status} />}</Async>
      <Rewards from={from} />
      <Observations last={Number(agent.data?.last_observation_block ?? 0)} intervalBlocks={intervalBlocks} />
      <Actions from={from} />
      <Source
        calls={[
          ['qor_getRLAgentStatus', []],
          ['qor_getRLObservation', []],
          ['qord_listRecords', ['rlconsensus', 'reward']],
          ['qord_listRecords', ['rlconsensus', 'action']],
        ]}
      />
    </>
  );
}

function AgentCard({ status }: { readonly status: Agent }) {
  const { active, max_param_change: most, cooldown_blocks: cooldown } = status.circuit_breaker;
  const sampled = Number(status.last_observation_block);
  return (
    <Card title="Agent">
      <Facts
        entries={{
          mode: status.agent_mode,
          'circuit breaker': active ? (
            <span class="badge warn">⚠ tripped: no changes for {cooldown} blocks</span>
          ) : (
            <span class="badge good">✓ closed</span>
          ),
          'largest change per action': percentText(most),
          'samples every': counted(status.observation_interval, 'block'),
          'newest sample': sampled === 0 ? 'none yet' : <BlockLink height={sampled} />,
          'sum of all rewards': decimalText(status.cumulative_reward),
        }}
      />
    </Card>
  );
}

function Rewards({ from }: { readonly from: readonly string[] }) {
  const state = useRecords<Reward>('rlconsensus', 'reward', { from, limit: shown + 2 });
  return (
    <Card title="Reward of each sample">
      <div class="padded">
        <Async state={state}>
          {(rows: readonly Row<Reward>[]) => (
            <Plot
              title="total reward, by height"
              x={rows.map(({ value }) => value.height)}
              y={rows.map(({ value }) => Number(value.total_reward))}
            />
          )}
        </Async>
      </div>
    </Card>
  );
}

type Named = { readonly height: number; readonly dimensions: Readonly<Record<string, string>> };

const readObservation = (height: number) =>
  call<Observation>('qord_getRecord', ['rlconsensus', 'observation', [], `0x${height.toString(16)}`]);

async function readObservations(
  known: Map<number, Promise<Observation>>,
  last: number,
  intervalBlocks: number,
): Promise<readonly { height: number; values: readonly number[] }[]> {
  const heights = Array.from({ length: shown }, (_, at) => last - (shown - 1 - at) * intervalBlocks).filter(
    (height) => height > 0 && height >= firstHeight.value,
  );
  const read = await Promise.all(heights.map((height) => once(known, height, readObservation)));
  return read.flatMap((each) =>
    each === null || each.values.length === 0 ? [] : [{ height: each.height, values: each.values.map(Number) }],
  );
}

function Observations({ last, intervalBlocks }: { readonly last: number; readonly intervalBlocks: number }) {
  const known = useMemo(() => new Map<number, Promise<Observation>>(), [rewound.value]);
  const key = last === 0 ? undefined : `observations ${last}`;
  const state = useQuery(key, () => readObservations(known, last, intervalBlocks), { rolling: 'observations' });
  const names = useRpc<Named>('qor_getRLObservation', [], { live: true, skip: last === 0 }).data;
  return (
    <Card
      title="Observations"
      aside={<span class="hint">each row from its lowest to its highest value of these samples</span>}
    >
      {last === 0 ? (
        <Empty>No sample yet: the first one is taken after {intervalBlocks} blocks.</Empty>
      ) : (
        <Async state={state}>
          {(samples) => <HeatMap columns={samples.map(({ height }) => String(height))} rows={rowsOf(samples, names)} />}
        </Async>
      )}
    </Card>
  );
}

function rowsOf(samples: readonly { readonly values: readonly number[] }[], named: Named | undefined) {
  const names = Object.keys(named?.dimensions ?? {});
  const count = samples[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, at) => ({
    name: names[at] ?? `dimension ${at}`,
    values: samples.map(({ values }) => values[at] ?? 0),
  }));
}

/** What an action changes, in the order of its values. */
const changes = ['block time', 'gas price', 'validators', 'rpos weight', 'dpos weight'];

function Actions({ from }: { readonly from: readonly string[] }) {
  const state = useRecords<Action>('rlconsensus', 'action', { from, limit: shown });
  return (
    <Card title="Actions" aside={<span class="hint">relative changes; observed ones change nothing</span>}>
      <RecordTable
        state={{ ...state, data: state.data?.toReversed() }}
        empty="None lately. PRISM records actions in the mode observe, proposes them in suggest and applies them in auto; the authority sets the mode."
        columns={[
          { title: 'block', cell: ({ key: [height = ''] }) => <BlockLink height={Number(height)} /> },
          { title: 'action', cell: ({ value }) => <ActionKind kind={value.kind} /> },
          ...changes.map((title, at) => ({
            title: `>${title}`,
            cell: ({ value }: Row<Action>) => <Change value={value.values[at] ?? '0'} />,
          })),
        ]}
      />
    </Card>
  );
}

function ActionKind({ kind }: { readonly kind: Action['kind'] }) {
  if (kind === 'applied') return <span class="badge good">✓ applied</span>;
  return <span class={kind === 'suggested' ? 'badge accent' : 'badge'}>{kind}</span>;
}

/** A relative change in per cent, with its sign; all digits on hover. */
function Change({ value }: { readonly value: string }) {
  const part = Number(value);
  return (
    <span class={part === 0 ? 'number muted' : 'number'} title={value}>
      {part > 0 ? '+' : ''}
      {percentText(value)}
    </span>
  );
}
