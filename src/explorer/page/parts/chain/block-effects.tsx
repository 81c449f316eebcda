import type { QueryState } from '../../lib/node/query.ts';
import type { BlockEffects } from '../../lib/node/types.ts';
import { Card, Facts } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { BalanceChanges } from '../transactions/balance-changes.tsx';
import { Logs } from '../transactions/logs.tsx';
import { Count } from '../values/amounts.tsx';
import { Account } from '../values/ids.tsx';

type Props = { readonly state: QueryState<BlockEffects | null> };

/** The proposer's report in the block, and who voted. */
export function ProposerReport({ state }: Props) {
  return (
    <Card title="Proposer's report">
      <Async state={state}>
        {(effects) => {
          const report = effects?.report;
          if (!report) return <Empty>The genesis block has no proposer.</Empty>;
          const missed = report.votes.filter(({ signed }) => !signed);
          const misbehaviour = report.misbehaviour ?? [];
          return (
            <Facts
              entries={{
                'made at': <span class="number">{new Date(report.time).toISOString().replace('T', ' ')}</span>,
                'transactions waiting': <Count of={report.waitingTransactions} />,
                'bytes waiting': <Count of={report.waitingBytes} />,
                votes: `${report.votes.length - missed.length} of ${report.votes.length} signed the block before`,
                'decided in': typeof effects?.round === 'number' && roundText(effects.round),
                missing:
                  missed.length > 0 && missed.map(({ validator }) => <Account key={validator} address={validator} />),
                misbehaviour:
                  misbehaviour.length > 0 &&
                  misbehaviour.map(({ kind, validator, height }) => (
                    <span key={`${validator} ${height}`} class="row">
                      <span class="badge bad">✗ {kind.replaceAll('-', ' ')}</span> at block {height}{' '}
                      <Account address={validator} />
                    </span>
                  )),
              }}
            />
          );
        }}
      </Async>
    </Card>
  );
}

function roundText(round: number): string {
  return round === 0 ? 'round 0, the first' : `round ${round}: those before did not agree`;
}

/** Events and balance changes of the hooks, which belong to no transaction. */
export function BlockHooks({ state }: Props) {
  return (
    <Async state={state}>
      {(effects) => (
        <>
          <Card title={`Hook events: ${effects?.events.length ?? 0}`}>
            {effects === null || effects.events.length === 0 ? (
              <Empty>No module emitted an event before or after the transactions.</Empty>
            ) : (
              <Logs logs={effects.events} />
            )}
          </Card>
          {effects !== null && effects.balanceChanges.length > 0 && (
            <Card title={`Balances changed by hooks: ${effects.balanceChanges.length}`}>
              <BalanceChanges changes={effects.balanceChanges} />
            </Card>
          )}
        </>
      )}
    </Async>
  );
}
