import { type Row, useRecord, useRecords } from '../lib/modules/records.ts';
import { useValidators, type Validator } from '../lib/modules/validators.ts';
import { formatMillionths, fractionOf, grouped } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { approximate, percentText } from '../lib/text/decimals.ts';
import { Card } from '../parts/frame/card.tsx';
import { CallHelp } from '../parts/frame/command.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { Table } from '../parts/frame/table.tsx';
import { Moniker } from '../parts/values/moniker.tsx';
import { ShareBar } from '../parts/values/share-bar.tsx';
import { Value } from '../parts/values/value.tsx';

type Reputation = {
  readonly composite_score: string;
  readonly uptime_blocks: number;
  readonly missed_blocks: number;
  readonly proposed_blocks: number;
};
type Pool = { readonly pool: string };
type Totals = { readonly bonded: string };

/** Validators: stake, uptime, reputation, pool. */
export function Validators() {
  const validators = useValidators();
  const reputations = useRecords<Reputation>('reputation', 'reputation').data;
  const pools = useRecords<Pool>('qca', 'classification').data;
  const totals = useRecord<Totals>('staking', 'totals').data;
  return (
    <>
      <h1>Validators</h1>
      <Card
        title={validators.data === undefined ? 'Reading …' : counted(validators.data.length, 'validator')}
        aside={totals && <span class="hint">{formatMillionths(totals.bonded)} QOR bonded with the active set</span>}
      >
        <Async state={validators}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty>
                No validators yet: <CallHelp words={['staking', 'create-validator']} />
              </Empty>
            ) : (
              <ValidatorTable
                rows={rows}
                reputations={reputations ?? []}
                pools={pools ?? []}
                bonded={BigInt(totals?.bonded ?? 0)}
              />
            )
          }
        </Async>
      </Card>
      <Source
        calls={[
          ['qord_listRecords', ['staking', 'validator']],
          ['qord_listRecords', ['reputation', 'reputation']],
          ['qord_listRecords', ['qca', 'classification']],
        ]}
      />
    </>
  );
}

type TableProps = {
  readonly rows: readonly Row<Validator>[];
  readonly reputations: readonly Row<Reputation>[];
  readonly pools: readonly Row<Pool>[];
  readonly bonded: bigint;
};

function ValidatorTable({ rows, reputations, pools, bonded }: TableProps) {
  const sorted = rows.toSorted((a, b) => (BigInt(a.value.tokens) < BigInt(b.value.tokens) ? 1 : -1));
  const reputationOf = ({ value }: Row<Validator>) => reputations.find(({ key }) => key[0] === value.consensus)?.value;
  const poolOf = ({ key: [operator] }: Row<Validator>) => pools.find(({ key }) => key[0] === operator)?.value.pool;
  return (
    <Table
      rows={sorted}
      rowKey={({ key }) => key.join(' ')}
      columns={[
        { title: 'name', cell: (row) => <Moniker validator={row} all={rows} /> },
        { title: 'operator', cell: ({ key: [operator] }) => <Value value={operator} /> },
        { title: 'state', cell: ({ value }) => <State validator={value} /> },
        { title: '>stake, QOR', cell: ({ value }) => formatMillionths(value.tokens) },
        {
          title: 'of the bonded stake',
          cell: ({ value }) => <ShareBar share={fractionOf(BigInt(value.tokens), bonded)} />,
        },
        { title: 'blocks signed', cell: (row) => <Uptime reputation={reputationOf(row)} /> },
        { title: 'reputation', cell: (row) => <Score reputation={reputationOf(row)} /> },
        { title: 'pool', cell: (row) => poolOf(row) ?? <span class="muted">none</span> },
        { title: '>commission', cell: ({ value }) => percentText(value.commission) },
        { title: '>slashes', cell: ({ value }) => grouped(value.slashes) },
      ]}
    />
  );
}

function State({ validator: { jailed, is_active: isActive } }: { readonly validator: Validator }) {
  if (jailed) return <span class="badge bad">✗ jailed</span>;
  return isActive ? <span class="badge good">✓ active</span> : <span class="badge">waiting</span>;
}

type ReputationProps = { readonly reputation: Reputation | undefined };

function Uptime({ reputation }: ReputationProps) {
  if (reputation === undefined) return null;
  const { uptime_blocks: signed, missed_blocks: missed } = reputation;
  const share = signed + missed === 0 ? 1 : signed / (signed + missed);
  return <ShareBar share={share} text={`${percentText(String(share))}, ${grouped(missed)} missed`} />;
}

function Score({ reputation }: ReputationProps) {
  if (reputation === undefined) return null;
  const score = approximate(reputation.composite_score);
  return <ShareBar share={score} text={score.toFixed(3)} />;
}
