import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { textField, uqor } from '../../kernel/module-sdk/field.ts';
import { releaseStake } from './batch-chain.ts';
import { type Dependencies, isCreator } from './dependencies.ts';
import { rollupPaused, rollupResumed, rollupStopped } from './events.ts';
import { fault } from './faults.ts';
import { type RollupStatus, rollupNamed, rollups, totalsRecord } from './records.ts';

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
  return [pauseRollup(dependencies), resumeRollup(dependencies), stopRollup(dependencies)];
}

function pauseRollup({ moveLayer }: Dependencies) {
  return call('pauseRollup', {
    doc: 'Take no batches and deposits of the rollup for now. Batches that came before go on to become final, and withdrawals are paid. For its creator.',
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
      if (rollup === undefined) return {};
      rollups.set(context.state, { ...rollup, status: 'paused', status_reason: reason }, id);
      moveLayer(context, rollup.layer_id, 'suspended', reason);
      context.emit(rollupPaused.log({ rollupId: id, reason }));
      return {};
    },
  });
}

function resumeRollup({ moveLayer }: Dependencies) {
  return call('resumeRollup', {
    doc: 'Let a paused rollup take batches again. For its creator.',
    inputs: { rollupId },
    gas: 60_000n,
    example: ['my-rollup'],
    fault: (context, inputs) => moveFault(context, inputs.rollupId, 'active'),
    run: (context, { rollupId: id }) => {
      const rollup = rollupNamed(context.state, id);
      if (rollup === undefined) return {};
      rollups.set(context.state, { ...rollup, status: 'active', status_reason: '' }, id);
      moveLayer(context, rollup.layer_id, 'active', 'resumed');
      context.emit(rollupResumed.log({ rollupId: id }));
      return {};
    },
  });
}

function stopRollup({ moveLayer }: Dependencies) {
  return call('stopRollup', {
    doc: 'End the rollup for ever. Batches that came before go on to become final; then its stake, less what was burned and slashed, is paid back. Withdrawals are paid, and deposits that no final batch covers are refunded. For its creator.',
    inputs: { rollupId },
    outputs: { returned: uqor('paid to the creator now; 0 while batches can still become final') },
    gas: 100_000n,
    example: ['my-rollup'],
    fault: (context, inputs) => moveFault(context, inputs.rollupId, 'stopped'),
    run: (context, { rollupId: id }) => {
      const { state, emit } = context;
      const rollup = rollupNamed(state, id);
      if (rollup === undefined) return { returned: 0n };
      rollups.set(state, { ...rollup, status: 'stopped', status_reason: '' }, id);
      const returned = releaseStake(context, id);
      totalsRecord.set(state, { live: totalsRecord.get(state).live - 1 });
      moveLayer(context, rollup.layer_id, 'decommissioned', 'the rollup stopped');
      emit(rollupStopped.log({ rollupId: id, returned }));
      return { returned };
    },
  });
}

function moveFault(context: CheckContext, id: string, next: RollupStatus): ModuleFault | undefined {
  const rollup = rollupNamed(context.state, id);
  if (rollup === undefined) return fault.noSuchRollup();
  if (!isCreator(context, rollup)) return fault.notPermitted('its creator may');
  return transitions[rollup.status].includes(next) ? undefined : fault.badStatusChange(`${rollup.status} → ${next}`);
}
