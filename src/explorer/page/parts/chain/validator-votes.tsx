import { useEffect, useMemo } from 'preact/hooks';
import { RecentVotes } from '../../lib/blocks/recent-votes.ts';
import { findByConsensus, useValidators } from '../../lib/modules/validators.ts';
import { firstHeight, head, rewound } from '../../lib/node/head.ts';
import type { Consensus, Hex, VoteState } from '../../lib/node/types.ts';
import { counted } from '../../lib/text/counted.ts';
import { Card } from '../frame/card.tsx';
import { Table } from '../frame/table.tsx';
import { MonikerOfConsensus } from '../values/moniker.tsx';
import { ShareBar } from '../values/share-bar.tsx';

const shown = 40;

/** Who votes: power, the votes of the round in progress, the newest blocks signed or missed. */
export function ValidatorVotes({ consensus: { validators } }: { readonly consensus: Consensus }) {
  const known = useValidators().data ?? [];
  const votes = useMemo(() => new RecentVotes(), [rewound.value]);
  const newest = head.value?.height ?? 0;
  useEffect(() => votes.follow(newest, shown), [votes, newest]);
  votes.version.value; // renewed as votes arrive
  const total = validators.reduce((sum, { power }) => sum + power, 0);
  return (
    <Card
      title={counted(validators.length, 'validator')}
      aside={<span class="hint">newest block on the right; a gap is a block without its signature</span>}
    >
      <Table
        rows={validators.toSorted((a, b) => b.power - a.power)}
        rowKey={({ validator }) => validator}
        columns={[
          {
            title: 'name',
            cell: ({ validator }) => (
              <span title={validator}>
                <MonikerOfConsensus address={validator} all={known} />
              </span>
            ),
          },
          { title: 'voting power', cell: ({ power }) => <ShareBar share={power / total} /> },
          { title: 'prevote', cell: ({ prevote }) => <Vote state={prevote} /> },
          { title: 'precommit', cell: ({ precommit }) => <Vote state={precommit} /> },
          {
            title: '>missed in the window',
            cell: ({ validator }) => findByConsensus(validator, known)?.value.missed_blocks ?? '',
          },
          {
            title: `signed, last ${shown} blocks`,
            cell: ({ validator }) => <Signed votes={votes} validator={validator} newest={newest} />,
          },
        ]}
      />
    </Card>
  );
}

function Vote({ state }: { readonly state: VoteState }) {
  if (state === 'block') return <span class="badge good">✓ voted</span>;
  return state === 'nil' ? <span class="badge bad">✗ for no block</span> : <span class="muted">not yet</span>;
}

type SignedProps = { readonly votes: RecentVotes; readonly validator: Hex; readonly newest: number };

function Signed({ votes, validator, newest }: SignedProps) {
  const heights = Array.from({ length: shown }, (_, at) => newest - shown + at).filter(
    (height) => height > firstHeight.value,
  );
  const missed = heights.filter((height) => votes.signed(height, validator) === false);
  const isRead = heights.some((height) => votes.signed(height, validator) !== undefined);
  const text = !isRead
    ? '…'
    : missed.length === 0
      ? 'none missed'
      : `${missed.length} missed: ${missed.slice(-8).join(', ')}`;
  return (
    <div class="signed">
      <span class="marks" aria-hidden="true">
        {heights.map((height) => {
          const signed = votes.signed(height, validator);
          const state = signed === undefined ? 'unknown' : signed ? 'yes' : 'no';
          return (
            <span
              key={height}
              class={state}
              title={`block ${height}: ${state === 'no' ? 'missed' : state === 'yes' ? 'signed' : 'no vote'}`}
            />
          );
        })}
      </span>
      <span class="hint">{text}</span>
    </div>
  );
}
