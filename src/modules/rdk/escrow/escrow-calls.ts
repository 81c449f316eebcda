import { type CheckContext, call, view } from '../../../kernel/module-sdk/call.ts';
import { payUqor, transferUqor, uqorBalance } from '../../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../../kernel/module-sdk/fault.ts';
import {
  accountField,
  asOption,
  bytes32Field,
  bytesField,
  flagField,
  listField,
  textField,
  uint,
  uqor,
} from '../../../kernel/module-sdk/field.ts';
import { equalBytes } from '../../../primitives/bytes.ts';
import type { StateView } from '../../../state/types.ts';
import { rdkAddress } from '../../addresses.ts';
import { coveredDeposits, isSettling, progressOf } from '../batches/batch-chain.ts';
import type { Dependencies } from '../dependencies.ts';
import { depositedEvent, depositRefundedEvent, withdrawalExecutedEvent } from '../events.ts';
import { fault } from '../faults.ts';
import {
  batches,
  depositSums,
  deposits as depositsTable,
  exitRoots,
  progresses,
  type Rollup,
  rollupNamed,
  withdrawals,
} from '../records.ts';
import { chainedHash } from './deposit-chain.ts';
import { escrowFault, firstStateFault } from './escrow-rules.ts';
import { countDeposit, countWithdrawal, withdrawableUqor } from './withdrawable.ts';
import { maxProofDepth, rootOf, type Withdrawal } from './withdrawal-tree.ts';

const maxRecipientBytes = 64;
/** The only coin that can be held. */
const heldDenom = 'uqor';

export const deposit = (dependencies: Dependencies) =>
  call('deposit', {
    doc: 'Put coins into the escrow of a rollup, for an account on it. They leave through withdrawals of its final batches; a deposit that no final batch covers is refunded when the rollup has stopped, and anybody may stop a rollup whose batches leave a deposit out for max_deposit_wait, or that has no final batch for that long and is not proven: then the authority says what it still owes (setExitRoot). A proven one can be continued by anybody. A batch covers the deposits made before the batch in front of it was submitted, and no later one. Only rollups whose batches are proven, from the first final one on, or can be challenged before an authority that is no party, for as long and with no higher a bond than rollups begin with, hold deposits.',
    inputs: {
      rollupId: textField('name of the rollup'),
      amount: uqor('how much'),
      recipient: asOption(bytesField('account on the rollup, at most 64 bytes; empty for that of the sender'), '0x'),
    },
    outputs: { depositIndex: uint(64, 'number of the deposit within the rollup, from 1') },
    gas: 80_000n,
    gasPerByte: 16n,
    example: ['my-rollup', '5qor'],
    fault: ({ state, caller }, { rollupId, amount, recipient }) => {
      const rollup = rollupNamed(state, rollupId);
      if (rollup === undefined) return fault.noSuchRollup();
      if (rollup.status !== 'active') return fault.rollupNotActive();
      const unsafe = escrowFault(dependencies, state, rollup) ?? firstStateFault(state, rollupId, rollup);
      if (unsafe !== undefined) return fault.depositRejected(unsafe);
      if (recipient.length > maxRecipientBytes)
        return fault.depositRejected(`recipient has at most ${maxRecipientBytes} bytes`);
      if (amount === 0n) return fault.depositRejected('the amount is zero');
      return amount > uqorBalance(state, caller) ? fault.depositRejected('the account has less') : undefined;
    },
    run: ({ state, block, caller, emit }, { rollupId, amount, recipient }) => {
      transferUqor(state, caller, rdkAddress, amount);
      const progress = progressOf(state, rollupId);
      const deposits = progress.deposits + 1;
      progresses.set(state, { ...progress, deposits, escrow: progress.escrow + amount }, rollupId);
      const chained_hash = chainedHash(state, rollupId, { index: deposits, sender: caller, amount, recipient });
      const made = { height: Number(block.number), made_at: Number(block.timestamp), chained_hash };
      depositsTable.set(state, { sender: caller, amount, ...made }, rollupId, deposits);
      countDeposit(state, rollupId, deposits, amount);
      const depositIndex = BigInt(deposits);
      emit(depositedEvent.log({ rollupId, depositIndex, sender: caller, recipient, amount }));
      return { depositIndex };
    },
  });

export const canDeposit = (dependencies: Dependencies) =>
  view('canDeposit', {
    doc: 'Whether a rollup takes deposits now, and why not. Where batches are proven, depositors trust whoever made the setup of the verification key: who knows its secrets can prove anything.',
    inputs: { rollupId: textField('name of the rollup') },
    outputs: { allowed: flagField('whether it does'), reason: textField('why not; empty when it does') },
    gas: 8_000n,
    run: ({ state }, { rollupId }) => {
      const rollup = rollupNamed(state, rollupId);
      const reason =
        rollup === undefined ? fault.noSuchRollup().reason : unsafeText(dependencies, state, rollupId, rollup);
      return { allowed: reason === undefined, reason: reason ?? '' };
    },
  });

function unsafeText(dependencies: Dependencies, state: StateView, id: string, rollup: Rollup): string | undefined {
  if (rollup.status !== 'active') return fault.rollupNotActive().reason;
  return escrowFault(dependencies, state, rollup) ?? firstStateFault(state, id, rollup);
}

type Claim = {
  readonly rollupId: string;
  readonly batchIndex: bigint;
  readonly withdrawalIndex: bigint;
  readonly recipient: Withdrawal['recipient'];
  readonly denom: string;
  readonly amount: bigint;
  readonly proof: readonly Uint8Array[];
};

export const executeWithdrawal = (dependencies: Dependencies) =>
  call('executeWithdrawal', {
    doc: 'Pay a withdrawal of a final batch from the escrow of its rollup, once. Withdrawals take no more than the deposits that the last final batch covers; what exceeds them can be tried again when a later batch covers more. The root is that of a binary tree: a leaf is the SHA-256 of `qor/rdk/withdrawal/v1`, its index (8 bytes), recipient (20 bytes), amount (32 bytes) and denom; a node is the SHA-256 of the two below it, one without a sibling counting twice. Anybody may bring the withdrawal.',
    inputs: {
      rollupId: textField('name of the rollup'),
      batchIndex: uint(48, 'number of the batch; 0 for the exit root of a stopped rollup'),
      withdrawalIndex: uint(48, 'number of the leaf, from 0'),
      recipient: accountField('who is paid'),
      denom: textField('uqor'),
      amount: uqor('how much'),
      proof: asOption(listField(bytes32Field('a hash'), 'siblings of the leaf, from the leaf up'), ''),
    },
    gas: 120_000n,
    gasPerByte: 16n,
    example: ['my-rollup', '1', '0', 'dev1', 'uqor', '5qor', '--proof', '0x…,0x…'],
    fault: (context, inputs) => batchFault(dependencies, context, inputs) ?? claimFault(context, inputs),
    run: ({ state, block, emit }, { rollupId, batchIndex, withdrawalIndex, recipient, amount }) => {
      const progress = progressOf(state, rollupId);
      payUqor(state, rdkAddress, recipient, amount);
      progresses.set(state, { ...progress, escrow: progress.escrow - amount }, rollupId);
      countWithdrawal(state, rollupId, amount);
      const paid = { recipient, amount, paid_at: Number(block.number) };
      withdrawals.set(state, paid, rollupId, Number(batchIndex), Number(withdrawalIndex));
      emit(withdrawalExecutedEvent.log({ rollupId, batchIndex, withdrawalIndex, recipient, amount }));
    },
  });

export const refundDeposit = call('refundDeposit', {
  doc: 'Pay a deposit back to who made it, when the rollup has stopped and none of its final batches covers the deposit. Anybody may ask, once all batches of the rollup are final or rejected.',
  inputs: { rollupId: textField('name of the rollup'), depositIndex: uint(48, 'number of the deposit, from 1') },
  outputs: { amount: uqor('paid back') },
  gas: 100_000n,
  gasPerByte: 16n,
  example: ['my-rollup', '1'],
  fault: (context, inputs) => refundFault(context, inputs),
  run: ({ state, emit }, { rollupId, depositIndex }) => {
    const made = depositsTable.get(state, rollupId, Number(depositIndex));
    if (made === undefined) return { amount: 0n };
    const { sender, amount } = made;
    const progress = progressOf(state, rollupId);
    depositsTable.remove(state, rollupId, Number(depositIndex));
    depositSums.remove(state, rollupId, Number(depositIndex));
    transferUqor(state, rdkAddress, sender, amount);
    progresses.set(state, { ...progress, escrow: progress.escrow - amount }, rollupId);
    emit(depositRefundedEvent.log({ rollupId, depositIndex, sender, amount }));
    return { amount };
  },
});

type Refund = { readonly rollupId: string; readonly depositIndex: bigint };

function refundFault({ state }: CheckContext, { rollupId, depositIndex }: Refund): ModuleFault | undefined {
  const rollup = rollupNamed(state, rollupId);
  if (rollup === undefined) return fault.noSuchRollup();
  if (rollup.status !== 'stopped') return fault.noRefund('the rollup has not stopped');
  if (isSettling(state, rollupId, rollup)) return fault.noRefund('a batch of the rollup can still become final');
  const made = depositsTable.get(state, rollupId, Number(depositIndex));
  if (made === undefined) return fault.noRefund('there is no such deposit, or it is refunded already');
  const { finalized_length, escrow } = progressOf(state, rollupId);
  if (Number(depositIndex) <= coveredDeposits(state, rollupId, finalized_length)) {
    return fault.noRefund('a final batch covers the deposit: it leaves by a withdrawal');
  }
  return escrow < made.amount ? fault.insufficientEscrow(`${escrow} uqor`) : undefined;
}

function batchFault(
  dependencies: Dependencies,
  { state }: CheckContext,
  { rollupId, batchIndex, withdrawalIndex }: Claim,
): ModuleFault | undefined {
  const rollup = rollupNamed(state, rollupId);
  if (rollup === undefined) return fault.noSuchRollup();
  const unsafe = escrowFault(dependencies, state, rollup);
  const batch = batches.get(state, rollupId, Number(batchIndex));
  if (batch === undefined && exitRootFor(state, rollupId, batchIndex) === undefined) return fault.noSuchBatch();
  if (batch !== undefined && batch.status !== 'finalized') return fault.batchNotFinalized();
  if (unsafe !== undefined && rollup.settlement_mode !== 'optimistic') return fault.noWithdrawals(unsafe);
  const paid = withdrawals.get(state, rollupId, Number(batchIndex), Number(withdrawalIndex));
  return paid === undefined ? undefined : fault.alreadyWithdrawn();
}

function claimFault({ state }: CheckContext, claim: Claim): ModuleFault | undefined {
  const { rollupId, batchIndex, withdrawalIndex, recipient, denom, amount, proof } = claim;
  if (denom !== heldDenom) return fault.notInWithdrawalsRoot(`only ${heldDenom} is held`);
  if (amount === 0n) return fault.notInWithdrawalsRoot('the amount is zero');
  if (proof.length > maxProofDepth) return fault.notInWithdrawalsRoot(`a proof has at most ${maxProofDepth} hashes`);
  const root = rootOf({ index: withdrawalIndex, recipient, denom, amount }, proof);
  const known =
    exitRootFor(state, rollupId, batchIndex) ?? batches.get(state, rollupId, Number(batchIndex))?.withdrawals_root;
  if (root === undefined || known === undefined || !equalBytes(root, known)) return fault.notInWithdrawalsRoot();
  const { escrow } = progressOf(state, rollupId);
  if (escrow < amount) return fault.insufficientEscrow(`${escrow} uqor`);
  const left = withdrawableUqor(state, rollupId);
  return left < amount ? fault.notCovered(`${left} uqor can be withdrawn`) : undefined;
}

/** The root that the number 0 stands for: that of what a stopped rollup still owes. */
function exitRootFor(state: StateView, id: string, batchIndex: bigint): Uint8Array | undefined {
  return batchIndex === 0n ? exitRoots.get(state, id) : undefined;
}
