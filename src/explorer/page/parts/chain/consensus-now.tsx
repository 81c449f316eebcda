import type { ComponentChildren } from 'preact';
import { useValidators } from '../../lib/modules/validators.ts';
import type { Consensus, VoteState } from '../../lib/node/types.ts';
import { counted } from '../../lib/text/counted.ts';
import { percentText } from '../../lib/text/decimals.ts';
import { Card, Facts } from '../frame/card.tsx';
import { Count, Time } from '../values/amounts.tsx';
import { MonikerOfConsensus } from '../values/moniker.tsx';
import { ShareBar } from '../values/share-bar.tsx';

/** The height that the validators vote on: whether the network makes progress, and for whom it waits. */
export function ConsensusNow({ consensus }: { readonly consensus: Consensus }) {
  const { height, round, step, startTime, proposer, rounds } = consensus;
  const names = useValidators().data ?? [];
  const late = rounds.filter((each) => each.round > 0);
  return (
    <Card title="Consensus">
      <Facts
        entries={{
          'deciding block': <Count of={height} />,
          round: round === 0 ? '0, the first' : <Late>{round}: those before did not agree</Late>,
          step,
          since: <Time at={Math.floor(startTime / 1000)} />,
          'proposer of the round': <MonikerOfConsensus address={proposer} all={names} />,
          prevotes: <Votes consensus={consensus} kind="prevote" />,
          precommits: <Votes consensus={consensus} kind="precommit" />,
          [`last ${counted(rounds.length, 'block')}`]:
            late.length === 0 ? (
              '✓ all decided in the first round'
            ) : (
              <Late>
                {counted(late.length, 'block')} took more rounds:{' '}
                {late
                  .slice(0, 5)
                  .map(({ height }) => height)
                  .join(', ')}
                {late.length > 5 ? ' …' : ''}
              </Late>
            ),
        }}
      />
    </Card>
  );
}

function Late({ children }: { readonly children: ComponentChildren }) {
  return <span class="badge warn wrap-badge">⚠ {children}</span>;
}

type VotesProps = { readonly consensus: Consensus; readonly kind: 'prevote' | 'precommit' };

/** A block needs more than two thirds of the power. */
function Votes({ consensus: { validators }, kind }: VotesProps) {
  const power = (wanted: readonly VoteState[]) =>
    validators.filter((each) => wanted.includes(each[kind])).reduce((sum, each) => sum + each.power, 0);
  const total = validators.reduce((sum, each) => sum + each.power, 0);
  const share = total === 0 ? 0 : power(['block']) / total;
  const nil = power(['nil']);
  return (
    <ShareBar
      share={share}
      text={`${percentText(String(share))} of the power${nil === 0 ? '' : `, ${percentText(String(nil / total))} for no block`}`}
    />
  );
}
