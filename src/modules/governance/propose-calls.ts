import { maxUqor } from '../../kernel/codec/units.ts';
import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytesField, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { shareOf } from '../../primitives/decimal/decimal.ts';
import type { Dependencies } from './dependencies.ts';
import { addDeposit } from './deposits.ts';
import { proposedEvent } from './events.ts';
import { fault } from './faults.ts';
import { governanceParams } from './params.ts';
import { nextProposalRecord, type Proposal, proposals, proposalsByDeadline, standings } from './records.ts';

const gas = 250_000n;
const gasPerByte = 16n;
const texts = {
  title: textField('title, 1 to 140 bytes'),
  summary: textField('what and why', { maxBytes: 10_000 }),
};
const deposit = uqor('first deposit');
const outputs = { proposal: uint(64, 'number of the proposal') };
const maxCallBytes = 16_384;

/** The calls that submit proposals, one for each kind. */
export function proposeCalls(dependencies: Dependencies) {
  return [
    proposeText(dependencies),
    proposeParams(dependencies),
    proposeSpend(dependencies),
    proposeCall(dependencies),
  ];
}

const proposeText = (dependencies: Dependencies) =>
  call('proposeText', {
    doc: 'Propose a text to vote on. Nothing is executed.',
    inputs: { ...texts, deposit },
    outputs,
    ...{ gas, gasPerByte, example: ['A title', 'What and why', '10000qor'] },
    fault: (context, inputs) => proposalFault(context, dependencies, inputs),
    run: (context, inputs) => submit(context, dependencies, 'text', inputs),
  });

const proposeParams = (dependencies: Dependencies) =>
  call('proposeParams', {
    doc: 'Propose to change parameters of a module.',
    inputs: {
      ...texts,
      module: textField('name of the module, such as burn'),
      changes: textField('parameters and their new values, as a JSON object', { maxBytes: maxCallBytes }),
      deposit,
    },
    outputs,
    ...{ gas: 350_000n, gasPerByte },
    example: ['A title', 'What and why', 'xqore', '{"rebase_interval":50}', '10000qor'],
    fault: (context, inputs) => {
      const { module, changes } = inputs;
      const own = proposalFault(context, dependencies, inputs);
      if (own !== undefined) return own;
      const wrong = dependencies.faultOf(context, { name: 'setParams', values: { module, changes } });
      return wrong && fault.badProposal(wrong.reason);
    },
    run: (context, inputs) => submit(context, dependencies, 'params', inputs),
  });

const proposeSpend = (dependencies: Dependencies) =>
  call('proposeSpend', {
    doc: 'Propose to pay an account from the treasury.',
    inputs: { ...texts, to: accountField('who is paid'), amount: uqor('how much'), deposit },
    outputs,
    ...{ gas, gasPerByte },
    example: ['A title', 'What and why', 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '1000qor', '10000qor'],
    fault: (context, inputs) => {
      const own = proposalFault(context, dependencies, inputs);
      if (own !== undefined) return own;
      if (inputs.amount === 0n) return fault.zeroAmount();
      return inputs.amount > maxUqor ? fault.badProposal(`at most ${maxUqor} uqor`) : undefined;
    },
    run: (context, inputs) => submit(context, dependencies, 'spend', inputs),
  });

const proposeCall = (dependencies: Dependencies) =>
  call('proposeCall', {
    doc: 'Propose any other call, of a module that obeys the authority or of a contract.',
    inputs: {
      ...texts,
      to: accountField('module or contract that is called'),
      data: bytesField('selector and arguments of the call', { maxBytes: maxCallBytes }),
      deposit,
    },
    outputs,
    ...{ gas, gasPerByte },
    example: ['A title', 'What and why', '0x0000000000000000000000000000000000000c02', '0x…', '10000qor'],
    fault: (context, inputs) => proposalFault(context, dependencies, inputs),
    run: (context, { data: call_data, ...inputs }) => submit(context, dependencies, 'call', { ...inputs, call_data }),
  });

type Common = { readonly title: string; readonly deposit: bigint };

function proposalFault(
  { state, caller }: CheckContext,
  { holdsOffice }: Dependencies,
  inputs: Common,
): ModuleFault | undefined {
  if (!holdsOffice(state)) return fault.notAuthority();
  const { min_deposit, min_first_part } = governanceParams.get(state);
  const size = new TextEncoder().encode(inputs.title).length;
  if (size < 1 || size > 140) return fault.badTitle();
  if (inputs.deposit === 0n || inputs.deposit < shareOf(min_deposit, min_first_part)) return fault.depositTooSmall();
  return inputs.deposit > uqorBalance(state, caller) ? fault.insufficientBalance() : undefined;
}

type Submitted = Partial<Proposal> & Common;

function submit(
  context: CallContext,
  dependencies: Dependencies,
  kind: Proposal['kind'],
  { deposit: first, ...content }: Submitted,
) {
  const { state, caller, block, emit } = context;
  const id = nextProposalRecord.get(state);
  nextProposalRecord.set(state, id + 1);
  const nothing = { summary: '', module: '', changes: '', to: zeroAddress, amount: 0n, call_data: emptyBytes };
  proposals.set(state, { ...nothing, ...content, kind, proposer: caller }, id);
  const submitted_time = Number(block.timestamp);
  const deposit_end = submitted_time + governanceParams.get(state).deposit_seconds;
  const votes = { yes: 0n, no: 0n, abstain: 0n, no_with_veto: 0n };
  standings.set(
    state,
    {
      status: 'deposit',
      submitted_time,
      deposit_end,
      voting_start: 0,
      voting_end: 0,
      deposit: 0n,
      ...votes,
      failure: '',
    },
    id,
  );
  proposalsByDeadline.set(state, true, deposit_end, id);
  emit(proposedEvent.log({ proposal: BigInt(id), proposer: caller, kind, title: content.title }));
  addDeposit(context, dependencies, id, first);
  return { proposal: BigInt(id) };
}
