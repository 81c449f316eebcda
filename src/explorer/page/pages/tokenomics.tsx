import { useMemo } from 'preact/hooks';
import { useRecord, useRecords } from '../lib/modules/records.ts';
import { firstHeight, head, rewound } from '../lib/node/head.ts';
import { once } from '../lib/node/once.ts';
import { useQuery, useRpc } from '../lib/node/query.ts';
import { call } from '../lib/node/rpc.ts';
import { formatMillionths, formatWei, grouped } from '../lib/text/amounts.ts';
import { approximate, percentText } from '../lib/text/decimals.ts';
import { Plot } from '../parts/chain/plot.tsx';
import { Card, Facts } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { Table } from '../parts/frame/table.tsx';
import { ShareBar } from '../parts/values/share-bar.tsx';

type Overview = {
  readonly burn: {
    readonly total_burned: string;
    readonly total_distributed: string;
    readonly channels: Readonly<Record<string, string>>;
  };
  readonly inflation: {
    readonly inflation_rate: string;
    readonly current_epoch: number;
    readonly current_year: number;
    readonly total_minted: string;
    readonly emission_mode: string;
    readonly epoch_emission: string;
    readonly max_total_emission: string;
  };
  readonly xqore: { readonly total_locked: string; readonly total_xqore: string };
  readonly supply: {
    readonly total_supply: string;
    readonly bonded_tokens: string;
    readonly circulating_supply: string;
  };
};

const qor = (uqor: string) => `${formatMillionths(uqor)} QOR`;

/** Supply, burning, inflation. */
export function Tokenomics() {
  const overview = useRpc<Overview>('qor_getTokenomicsOverview', [], { live: true });
  return (
    <>
      <h1>Tokenomics</h1>
      <Async state={overview}>
        {({ burn, inflation, supply, xqore }) => (
          <>
            <div class="grid">
              <Card title="Supply">
                <Facts
                  entries={{
                    total: qor(supply.total_supply),
                    circulating: qor(supply.circulating_supply),
                    bonded: qor(supply.bonded_tokens),
                    'locked as xQORE': qor(xqore.total_locked),
                    burned: qor(burn.total_burned),
                    minted: qor(inflation.total_minted),
                  }}
                />
              </Card>
              <Card title="Inflation">
                <Facts
                  entries={{
                    'rate now': percentText(inflation.inflation_rate),
                    mode: inflation.emission_mode,
                    'year, epoch': `${inflation.current_year}, ${inflation.current_epoch}`,
                    'per epoch': qor(inflation.epoch_emission),
                    'at most in total': qor(inflation.max_total_emission),
                  }}
                />
              </Card>
            </div>
            <SupplyPlots />
            <div class="grid">
              <Card title="Where fees go">
                <Channels channels={burn.channels} />
              </Card>
              <BurnSources />
            </div>
            <Schedule />
          </>
        )}
      </Async>
      <Source
        calls={[
          ['qor_getTokenomicsOverview', []],
          ['qord_getRecord', ['bank', 'supply']],
          ['qord_getRecord', ['inflation', 'params']],
        ]}
      />
    </>
  );
}

function Channels({ channels }: { readonly channels: Readonly<Record<string, string>> }) {
  const named = Object.entries(channels).map(
    ([name, share]) => [name.replace(/_share$/, ''), approximate(share)] as const,
  );
  const rest = 1 - named.reduce((sum, [, share]) => sum + share, 0);
  const all = rest > 0.0001 ? [...named, ['light nodes', rest] as const] : named;
  const bar = (share: number) => <ShareBar share={share} text={percentText(share.toFixed(4))} />;
  return <Facts entries={Object.fromEntries(all.map(([name, share]) => [name, bar(share)]))} />;
}

function BurnSources() {
  const state = useRecords<string>('burn', 'burned_by_source');
  return (
    <Card title="Burned, by source">
      <Async state={state}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>Nothing was burned yet: the first transaction burns part of its fee.</Empty>
          ) : (
            <Facts
              entries={Object.fromEntries(
                rows.map(({ key: [source], value }) => [source, `${formatWei(BigInt(value))} QOR`]),
              )}
            />
          )
        }
      </Async>
    </Card>
  );
}

type Supply = { readonly created: string; readonly burned: string };
type Sample = { readonly height: number; readonly supply: Supply };

const samples = 40;

const readSample = (height: number) =>
  call<Supply>('qord_getRecord', ['bank', 'supply', [], `0x${height.toString(16)}`]);

/** Blocks between two samples: a power of two, so that most samples stay when the chain grows. */
function stepFor(height: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(height / samples)));
}

/** What came and went since genesis, read again only where the chain has grown. */
function SupplyPlots() {
  const known = useMemo(() => new Map<number, Promise<Supply>>(), [rewound.value]);
  const height = head.value?.height ?? 0;
  const first = firstHeight.value;
  const step = stepFor(Math.max(0, height - first));
  const rounded = height - (height % step);
  const start = first - (first % step);
  const read = () =>
    Promise.all(
      Array.from({ length: (rounded - start) / step + 1 }, (_, at) => Math.max(first, start + at * step)).map(
        async (each) => ({ height: each, supply: await once(known, each, readSample) }),
      ),
    );
  const state = useQuery<readonly Sample[]>(
    height === 0 || height < first ? undefined : `supply over time ${rounded} ${step}`,
    read,
    { rolling: 'supply over time' },
  );
  const all = state.data ?? [];
  const createdBefore = BigInt(all[0]?.supply.created ?? 0);
  const x = all.map((sample) => sample.height);
  const inQor = (wei: bigint) => Number(wei / 10n ** 12n) / 1e6;
  const created = all.map(({ supply }) => inQor(BigInt(supply.created) - createdBefore));
  const burned = all.map(({ supply }) => inQor(BigInt(supply.burned)));
  const newestIs = `at block ${grouped(rounded)}:`;
  const net = all.map(({ supply }) => inQor(BigInt(supply.created) - createdBefore - BigInt(supply.burned)));
  return (
    <Card title="Over time, by height">
      <div class="grid plots">
        <Plot title="minted since genesis, QOR" x={x} y={created} unit="QOR" newestIs={newestIs} />
        <Plot title="burned since genesis, QOR" x={x} y={burned} unit="QOR" newestIs={newestIs} />
        <Plot title="change of the supply, QOR" x={x} y={net} unit="QOR" newestIs={newestIs} />
      </div>
    </Card>
  );
}

type Params = {
  readonly emission_mode: string;
  readonly schedule: readonly { readonly year: number; readonly rate: string }[];
};

function Schedule() {
  const state = useRecord<Params>('inflation', 'params');
  return (
    <Card
      title="Inflation schedule"
      aside={
        <span class="hint">{state.data?.emission_mode === 'fixed' ? 'not in use: emission is fixed' : 'in use'}</span>
      }
    >
      <Async state={state}>
        {({ schedule }) => (
          <Table
            rows={schedule}
            rowKey={({ year }) => year}
            columns={[
              { title: '>year', cell: ({ year }) => year },
              {
                title: 'rate',
                cell: ({ rate }) => <ShareBar share={approximate(rate) * 4} text={percentText(rate)} />,
              },
            ]}
          />
        )}
      </Async>
    </Card>
  );
}
