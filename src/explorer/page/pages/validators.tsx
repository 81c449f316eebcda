import { type Row, useRecord, useRecords } from '../lib/modules/records.ts';
import { useValidators, type Validator } from '../lib/modules/validators.ts';
import { formatUnits, grouped } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { approximate, percentText } from '../lib/text/decimals.ts';
import { Card } from '../parts/frame/card.tsx';
import { CallHelp } from '../parts/frame/command.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { TableFrame } from '../parts/frame/table-frame.tsx';
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
        aside={
          totals && <span class="hint">{formatUnits(BigInt(totals.bonded), 6)} QOR bonded with the active set</span>
        }
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
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            <th>name</th>
            <th>operator</th>
            <th>state</th>
            <th class="right">stake, QOR</th>
            <th>of the bonded stake</th>
            <th>blocks signed</th>
            <th>reputation</th>
            <th>pool</th>
            <th class="right">commission</th>
            <th class="right">slashes</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const {
              key: [operator = ''],
              value,
            } = row;
            const reputation = reputations.find(({ key }) => key[0] === value.consensus)?.value;
            const pool = pools.find(({ key }) => key[0] === operator)?.value.pool;
            return (
              <tr key={operator}>
                <td>
                  <Moniker validator={row} all={rows} />
                </td>
                <td>
                  <Value value={operator} />
                </td>
                <td>
                  <State validator={value} />
                </td>
                <td class="number right">{formatUnits(BigInt(value.tokens), 6)}</td>
                <td>
                  <Stake tokens={BigInt(value.tokens)} bonded={bonded} />
                </td>
                <td>{reputation && <Uptime reputation={reputation} />}</td>
                <td>{reputation && <Score text={reputation.composite_score} />}</td>
                <td>{pool ?? <span class="muted">none</span>}</td>
                <td class="number right">{percentText(value.commission)}</td>
                <td class="number right">{grouped(value.slashes)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

function State({ validator: { jailed, is_active: isActive } }: { readonly validator: Validator }) {
  if (jailed) return <span class="badge bad">✗ jailed</span>;
  return isActive ? <span class="badge good">✓ active</span> : <span class="badge">waiting</span>;
}

function Stake({ tokens, bonded }: { readonly tokens: bigint; readonly bonded: bigint }) {
  const share = bonded === 0n ? 0 : Number((tokens * 10_000n) / bonded) / 10_000;
  return <ShareBar share={share} text={percentText(String(share))} />;
}

function Uptime({ reputation: { uptime_blocks: signed, missed_blocks: missed } }: { readonly reputation: Reputation }) {
  const share = signed + missed === 0 ? 1 : signed / (signed + missed);
  return <ShareBar share={share} text={`${percentText(String(share))}, ${grouped(missed)} missed`} />;
}

function Score({ text }: { readonly text: string }) {
  return <ShareBar share={approximate(text)} text={approximate(text).toFixed(3)} />;
}
