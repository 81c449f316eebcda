import type { PageProps } from '../app.tsx';
import { type Row, useRecord, useRecords } from '../lib/modules/records.ts';
import { useRpc } from '../lib/node/query.ts';
import { href } from '../lib/site/router.ts';
import { formatMillionths, fractionOf } from '../lib/text/amounts.ts';
import { counted } from '../lib/text/counted.ts';
import { percentText } from '../lib/text/decimals.ts';
import { Card, type FactList, Facts } from '../parts/frame/card.tsx';
import { CallHelp } from '../parts/frame/command.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Empty } from '../parts/frame/states.tsx';
import { RecordLink, RecordTable, StatusWord } from '../parts/modules/record-table.tsx';
import { Time } from '../parts/values/amounts.tsx';
import { Foreign } from '../parts/values/foreign.tsx';
import { ShareBar } from '../parts/values/share-bar.tsx';
import { Value } from '../parts/values/value.tsx';

type Proposal = {
  readonly kind: 'text' | 'params' | 'spend' | 'call';
  readonly proposer: string;
  readonly title: string;
  readonly summary: string;
  readonly module: string;
  readonly changes: string;
  readonly to: string;
  readonly amount: string;
  readonly call_data: string;
};
type Standing = {
  readonly status: string;
  readonly submitted_time: number;
  readonly deposit_end: number;
  readonly voting_end: number;
  readonly deposit: string;
  readonly yes: string;
  readonly no: string;
  readonly abstain: string;
  readonly no_with_veto: string;
  readonly failure: string;
};
type Vote = { readonly option: string; readonly weight: string };

const qor = (uqor: string | bigint) => `${formatMillionths(uqor)} QOR`;

/** Proposals, or one of them with its votes. */
export function Governance({ args: [id] }: PageProps) {
  return id === undefined ? <ProposalList /> : <ProposalView id={id} />;
}

/** Proposals that are shown, the newest. */
const most = 100;

function ProposalList() {
  const next = useRecord<number>('governance', 'next_proposal').data ?? 1;
  const from = [String(Math.max(1, next - most))];
  const state = useRecords<Proposal>('governance', 'proposal', { from, limit: most });
  const standings = useRecords<Standing>('governance', 'standing', { from, limit: most }).data ?? [];
  const standingOf = ({ key }: Row<Proposal>) => standings.find((each) => each.key[0] === key[0])?.value;
  return (
    <>
      <h1>Governance</h1>
      <Card title={counted(Number(next) - 1, 'proposal')}>
        <RecordTable
          state={{ ...state, data: state.data?.toReversed() }}
          empty={
            <>
              No proposals yet. They decide only where genesis names no authority:{' '}
              <CallHelp words={['governance', 'propose-text']} />
            </>
          }
          columns={[
            { title: '>number', cell: ({ key: [id = ''] }) => <RecordLink to={`/governance/${id}`} text={id} /> },
            {
              title: 'title',
              cell: ({ key: [id = ''], value }) => (
                <RecordLink to={`/governance/${id}`} text={value.title || '(none)'} />
              ),
            },
            { title: 'kind', cell: ({ value }) => value.kind },
            { title: 'status', cell: (row) => <State standing={standingOf(row)} /> },
            { title: 'yes', cell: (row) => <Yes standing={standingOf(row)} /> },
            { title: 'proposer', cell: ({ value }) => <Value value={value.proposer} /> },
          ]}
        />
      </Card>
      <Source calls={[['qord_listRecords', ['governance', 'proposal', [], most, from]]]} />
    </>
  );
}

function State({ standing }: { readonly standing: Standing | undefined }) {
  if (standing === undefined) return null;
  const end = standing.status === 'deposit' ? standing.deposit_end : standing.voting_end;
  const isOpen = standing.status === 'deposit' || standing.status === 'voting';
  return (
    <span class="nowrap">
      <StatusWord status={standing.status} />
      {isOpen && (
        <span class="hint">
          {' '}
          ends <Time at={end} />
        </span>
      )}
    </span>
  );
}

/** Of the votes that say yes or no. */
function Yes({ standing }: { readonly standing: Standing | undefined }) {
  if (standing === undefined) return null;
  const yes = BigInt(standing.yes);
  const all = yes + BigInt(standing.no) + BigInt(standing.no_with_veto);
  if (all === 0n) return <span class="muted">no votes</span>;
  return <ShareBar share={fractionOf(yes, all)} />;
}

function ProposalView({ id }: { readonly id: string }) {
  const proposal = useRpc<Proposal | null>('qord_getRecord', ['governance', 'proposal', [id]], { live: true });
  const standing = useRpc<Standing | null>('qord_getRecord', ['governance', 'standing', [id]], { live: true }).data;
  const votes = useRecords<Vote>('governance', 'vote', { prefix: [id], limit: 1_000 });
  return (
    <>
      <h1>
        Proposal <Foreign text={id} />
      </h1>
      <Async state={proposal}>
        {(value) =>
          value === null ? (
            <Empty>
              There is no proposal <Foreign text={id} />.
            </Empty>
          ) : (
            <>
              <Card
                title={<Foreign text={value.title || '(no title)'} />}
                aside={<State standing={standing ?? undefined} />}
              >
                <Facts entries={proposalFacts(value)} />
              </Card>
              {standing && <Tally standing={standing} />}
            </>
          )
        }
      </Async>
      <Card title="Votes">
        <RecordTable
          state={votes}
          empty={
            <>
              No votes yet: <CallHelp words={['governance', 'vote']} />
            </>
          }
          columns={[
            { title: 'voter', cell: ({ key }) => <Value value={key[1]} /> },
            { title: 'vote', cell: ({ value }) => value.option.replaceAll('_', ' ') },
            { title: '>weight', cell: ({ value }) => qor(value.weight) },
          ]}
        />
      </Card>
      <Source
        calls={[
          ['qord_getRecord', ['governance', 'proposal', [id]]],
          ['qord_getRecord', ['governance', 'standing', [id]]],
          ['qord_listRecords', ['governance', 'vote', [id]]],
        ]}
      />
    </>
  );
}

function proposalFacts({ kind, proposer, summary, module, changes, to, amount, call_data: data }: Proposal): FactList {
  return {
    kind,
    proposer: <Value value={proposer} />,
    summary: <Value value={summary} type="string" />,
    module: kind === 'params' && <a href={href(`/modules/${module}`, { tab: 'params' })}>{module}</a>,
    changes: kind === 'params' && <Value value={changes} />,
    pays: kind === 'spend' && qor(amount),
    [kind === 'spend' ? 'to' : 'calls']: (kind === 'spend' || kind === 'call') && <Value value={to} />,
    data: kind === 'call' && <Value value={data} />,
  };
}

/** Deposit and votes; what they come to is decided when the vote ends. */
function Tally({ standing }: { readonly standing: Standing }) {
  const { yes, no, abstain, no_with_veto: veto, deposit, failure } = standing;
  const total = [yes, no, abstain, veto].reduce((sum, each) => sum + BigInt(each), 0n);
  const bar = (amount: string) => {
    const share = fractionOf(BigInt(amount), total);
    return <ShareBar share={share} text={`${qor(amount)}, ${percentText(String(share))}`} />;
  };
  return (
    <Card title="Standing">
      <Facts
        entries={{
          deposit: qor(deposit),
          submitted: <Time at={standing.submitted_time} full />,
          'deposits until': <Time at={standing.deposit_end} full />,
          'votes until': standing.voting_end > 0 ? <Time at={standing.voting_end} full /> : 'after the deposit',
          yes: bar(yes),
          no: bar(no),
          'no with veto': bar(veto),
          abstain: bar(abstain),
          'failed because': failure !== '' && <Foreign text={failure} most={300} />,
        }}
      />
    </Card>
  );
}
