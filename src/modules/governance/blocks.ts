import type { EndBlockContext } from '../../kernel/module.ts';
import { governanceDeposits, treasury } from '../../kernel/module-account.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import { firstDue } from '../../kernel/module-sdk/due.ts';
import { failureText } from '../../kernel/module-sdk/failure-text.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { governanceAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { endedEvent, rewardedEvent } from './events.ts';
import { governanceParams } from './params.ts';
import { type Proposal, proposals, proposalsByDeadline, type Standing, standings } from './records.ts';
import { verdictOf } from './verdict.ts';

/** Most proposals that are executed with one block. The others wait for the next, and delay none that are not. */
const executionsPerBlock = 3;
/** Gas that what has passed may use; nobody pays for it. */
const executionGas = 5_000_000n;

/** Ends the proposals whose deposit or voting time is over, the earliest first; executes those that have passed. */
export function endProposals(context: EndBlockContext, dependencies: Dependencies): void {
  const { state, block, settle } = context;
  let executions = 0;
  for (const [[time, id]] of firstDue(proposalsByDeadline.list(state), ([[end]]) => BigInt(end) <= block.timestamp)) {
    const isSettled = settle(proposals.name, String(id), () => {
      const [proposal, standing] = [proposals.get(state, id), standings.get(state, id)];
      const verdict = standing && resultOf(state, dependencies, standing);
      const isExecuted = verdict === 'passed' && proposal?.kind !== 'text';
      if (isExecuted && executions === executionsPerBlock) return;
      if (isExecuted) executions++;
      proposalsByDeadline.remove(state, time, id);
      if (proposal && standing && verdict) end(context, dependencies, { id, proposal, standing, verdict });
    });
    if (!isSettled) drop(context, time, id);
  }
}

/** Ends a proposal that cannot be settled as one that has failed, so that its deposits can be reclaimed. */
function drop({ state, settle }: EndBlockContext, time: number, id: number): void {
  proposalsByDeadline.remove(state, time, id);
  settle(standings.name, String(id), () => {
    const standing = standings.get(state, id);
    if (standing) standings.set(state, { ...standing, status: 'failed', failure: 'it cannot be settled' }, id);
  });
}

function resultOf(state: StateView, { votingStake }: Dependencies, standing: Standing) {
  if (standing.status === 'deposit') return 'expired';
  return verdictOf(governanceParams.get(state), standing, votingStake(state));
}

type Ending = {
  readonly id: number;
  readonly proposal: Proposal;
  readonly standing: Standing;
  readonly verdict: ReturnType<typeof resultOf>;
};

function end(context: EndBlockContext, dependencies: Dependencies, ending: Ending): void {
  const { id, proposal, standing, verdict } = ending;
  const { state, emit } = context;
  const failure = verdict === 'passed' ? execute(context, dependencies, proposal) : undefined;
  const status = failure === undefined ? verdict : 'failed';
  standings.set(state, { ...standing, status, failure: failure ?? '' }, id);
  if (status === 'vetoed') dependencies.burnCoins(context, governanceDeposits, standing.deposit * weiPerUqor, 'veto');
  emit(endedEvent.log({ proposal: BigInt(id), status, failure: failure ?? '' }));
  if (status === 'passed') reward(context, id, proposal);
}

/** Returns why it failed. A failed execution changes nothing. */
function execute(
  { state, callEvm }: EndBlockContext,
  { holdsOffice, messageOf }: Dependencies,
  proposal: Proposal,
): string | undefined {
  if (proposal.kind === 'text') return undefined;
  if (!holdsOffice(state)) return 'governance is not the authority any more';
  const result = callEvm({
    ...messageFor(proposal, messageOf),
    ...{ from: governanceAddress, value: 0n, gas: executionGas },
  });
  return result.failure && failureText(result);
}

function messageFor({ kind, module, changes, to, amount, call_data }: Proposal, messageOf: Dependencies['messageOf']) {
  if (kind === 'params') return messageOf({ name: 'setParams', values: { module, changes } });
  if (kind === 'spend') return messageOf({ name: 'spendTreasury', values: { to, amount } });
  return { to, data: call_data };
}

function reward({ state, emit }: EndBlockContext, id: number, { proposer }: Proposal): void {
  const { reward: amount } = governanceParams.get(state);
  if (amount === 0n || amount > uqorBalance(state, treasury)) return;
  transferUqor(state, treasury, proposer, amount);
  emit(rewardedEvent.log({ proposal: BigInt(id), proposer, amount }));
}
