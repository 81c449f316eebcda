import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { formatTime } from '../../primitives/time.ts';
import { coveredDeposits, coverNoMore, progressOf, releaseStake } from './batches/batch-chain.ts';
import { type Dependencies, isCreator } from './dependencies.ts';
import { isProven, lastFinalTime } from './escrow/escrow-rules.ts';
import { rollupPausedEvent, rollupResumedEvent, rollupStoppedEvent } from './events.ts';
import { fault } from './faults.ts';
import { rdkParams } from './params.ts';
import { deposits, type Rollup, type RollupStatus, rollupNamed, rollups, totalsRecord } from './records.ts';

const transitions: Readonly<Record<RollupStatus, readonly RollupStatus[]>> = {
  pending: ['active'],
  active: ['paused', 'stopped'],
  paused: ['active', 'stopped'],
  stopped: [],
};

const maxReasonBytes = 256;
const rollupId = textField('name of the rollup');

/** The calls that pause, resume and stop a rollup. */
export function statusCalls(dependencies: Dependencies) {
  return [
    pauseRollup(dependencies),
    resumeRollup(dependencies),
    stopRollup(dependencies),
    stopAbandonedRollup(dependencies),
  ];
}

const pauseRollup = ({ moveLayer }: Dependencies) =>
  call('pauseRollup', {
    doc: 'Take no batches and deposits of the rollup for now. Batches that came before can still become final, and withdrawals are paid. For its creator.',
    inputs: { rollupId, reason: textField('for people, at most 256 bytes', { maxBytes: 2 * maxReasonBytes }) },
    gas: 60_000n,
    gasPerByte: 200n,
    example: ['my-rollup', 'maintenance'],
    fault: (context, inputs) =>
      moveFault(context, inputs.rollupId, 'paused') ??
      (Buffer.byteLength(inputs.reason) > maxReasonBytes
        ? fault.badRollup(`reason must have at most ${maxReasonBytes} bytes`)
        : undefined),
    run: (context, { rollupId: id, reason }) => {
      const rollup = rollupNamed(context.state, id);
      if (rollup === undefined) return;
      rollups.set(context.state, { ...rollup, status: 'paused', status_reason: reason }, id);
      moveLayer(context, rollup.layer_id, 'suspended', reason);
      context.emit(rollupPausedEvent.log({ rollupId: id, reason }));
    },
  });

const resumeRollup = ({ moveLayer }: Dependencies) =>
  call('resumeRollup', {
    doc: 'Let a paused rollup take batches again. For its creator.',
    inputs: { rollupId },
    gas: 60_000n,
    example: ['my-rollup'],
    fault: (context, inputs) => moveFault(context, inputs.rollupId, 'active'),
    run: (context, { rollupId: id }) => {
      const rollup = rollupNamed(context.state, id);
      if (rollup === undefined) return;
      rollups.set(context.state, { ...rollup, status: 'active', status_reason: '' }, id);
      moveLayer(context, rollup.layer_id, 'active', 'resumed');
      context.emit(rollupResumedEvent.log({ rollupId: id }));
    },
  });

type Stopping = Pick<Dependencies, 'moveLayer'>;
const stopOutputs = { returned: uqor('paid to the creator now; 0 while batches can still become final') };

const stopRollup = (dependencies: Stopping) =>
  call('stopRollup', {
    doc: 'End the rollup for ever. Batches that came before can still become final; then its stake, less what was burned and slashed, is paid back. Withdrawals are paid, and deposits that no final batch covers are refunded. For its creator.',
    inputs: { rollupId },
    outputs: stopOutputs,
    gas: 100_000n,
    example: ['my-rollup'],
    fault: (context, inputs) => moveFault(context, inputs.rollupId, 'stopped'),
    run: (context, { rollupId: id }) => stop(dependencies, context, id),
  });

const stopAbandonedRollup = (dependencies: Stopping) =>
  call('stopAbandonedRollup', {
    doc: 'End a rollup that has left a deposit waiting for max_deposit_wait: no batch of it that is final or can become final covers the deposit. Where one covers it that is not final, the wait is longer by the challenge window and two times challenge_decision_seconds: batches that are rejected again and again must not keep a deposit. A deposit that a final batch covers shows the same of a rollup that is not proven and holds coins: so long after its last final batch. Anybody may, so that depositors get back what its sequencer does not take. The rest is as with stopRollup.',
    inputs: { rollupId, depositIndex: uint(48, 'number of the deposit, from 1') },
    outputs: stopOutputs,
    gas: 120_000n,
    gasPerByte: 16n,
    example: ['my-rollup', '1'],
    fault: (context, { rollupId: id, depositIndex }) => {
      const rollup = rollupNamed(context.state, id);
      if (rollup === undefined) return fault.noSuchRollup();
      if (!transitions[rollup.status].includes('stopped')) return fault.badStatusChange(`${rollup.status} → stopped`);
      return waitFault(context, id, rollup, Number(depositIndex));
    },
    run: (context, { rollupId: id }) => stop(dependencies, context, id),
  });

/** Why the deposit does not show that the rollup is abandoned, or undefined. */
function waitFault({ state, block }: CheckContext, id: string, rollup: Rollup, index: number): ModuleFault | undefined {
  const { proof_config } = rollup;
  const made = deposits.get(state, id, index);
  if (made === undefined) return fault.notPermitted('its creator may, and there is no such deposit');
  const { max_deposit_wait, challenge_decision_seconds } = rdkParams.get(state);
  const { chain_length, finalized_length, escrow } = progressOf(state, id);
  const isCovered = index <= coveredDeposits(state, id, chain_length);
  const isFinal = index <= coveredDeposits(state, id, finalized_length);
  const wait = isCovered ? proof_config.challenge_window_sec + 2 * challenge_decision_seconds : 0;
  const since = isFinal ? (lastFinalTime(state, id) ?? 0) : made.made_at;
  const due = since + max_deposit_wait + wait;
  const mayStop = !isFinal || (escrow > 0n && !isProven(rollup));
  if (mayStop && block.timestamp >= BigInt(due)) return undefined;
  const others = mayStop ? `, and others from ${formatTime(due)} on` : '';
  return fault.notPermitted(`its creator may${isCovered ? ', and a batch covers the deposit' : ''}${others}`);
}

function stop({ moveLayer }: Stopping, context: CallContext, id: string): { readonly returned: bigint } {
  const { state, emit } = context;
  const rollup = rollupNamed(state, id);
  if (rollup === undefined) return { returned: 0n };
  rollups.set(state, { ...rollup, status: 'stopped', status_reason: '' }, id);
  coverNoMore(state, id);
  const returned = releaseStake(context, id);
  totalsRecord.set(state, { live: totalsRecord.get(state).live - 1 });
  moveLayer(context, rollup.layer_id, 'decommissioned', 'the rollup stopped');
  emit(rollupStoppedEvent.log({ rollupId: id, returned }));
  return { returned };
}

function moveFault(context: CheckContext, id: string, next: RollupStatus): ModuleFault | undefined {
  const rollup = rollupNamed(context.state, id);
  if (rollup === undefined) return fault.noSuchRollup();
  if (!isCreator(context, rollup)) return fault.notPermitted('its creator may');
  return transitions[rollup.status].includes(next) ? undefined : fault.badStatusChange(`${rollup.status} → ${next}`);
}
