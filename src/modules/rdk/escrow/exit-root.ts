import { type CheckContext, call } from '../../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../../kernel/module-sdk/fault.ts';
import { bytes32Field, textField } from '../../../kernel/module-sdk/field.ts';
import type { Address } from '../../../primitives/address.ts';
import type { StateView } from '../../../state/types.ts';
import { batchAt, isSettling, progressOf } from '../batches/batch-chain.ts';
import type { Dependencies } from '../dependencies.ts';
import { exitRootSetEvent } from '../events.ts';
import { fault } from '../faults.ts';
import { exitRoots, type Rollup, rollupNamed } from '../records.ts';

/**
 * The call of the authority that ends an optimistic rollup without a loss for its depositors: a sequencer that covers
 * deposits and then submits no batch would keep them for ever. A proven rollup needs no judge: anybody may continue it.
 */
export const setExitRoot = ({ isAuthority }: Pick<Dependencies, 'isAuthority'>) =>
  call('setExitRoot', {
    doc: 'Say what a stopped optimistic rollup still owes to whom, beyond the withdrawals of its final batches and the deposits that are refunded: the root of a tree of withdrawals, which executeWithdrawal pays as those of batch 0. Once, for the authority, which decides challenges, unless it is a party: creator, sequencer or submitter of the last final batch.',
    inputs: { rollupId: textField('name of the rollup'), withdrawalsRoot: bytes32Field('root of the withdrawals') },
    gas: 80_000n,
    gasPerByte: 16n,
    example: ['my-rollup', '0x…'],
    fault: (context, { rollupId, withdrawalsRoot }) => {
      const { state, caller } = context;
      const rollup = rollupNamed(state, rollupId);
      if (rollup === undefined) return fault.noSuchRollup();
      if (!isAuthority(state, caller)) return fault.notPermitted('the authority may');
      if (partiesOf(state, rollupId, rollup).includes(caller))
        return fault.notPermitted('a party of the rollup cannot say what it owes');
      if (withdrawalsRoot.every((byte) => byte === 0)) return fault.noExitRoot('the root is empty');
      return exitFault(context, rollupId, rollup);
    },
    run: ({ state, emit }, { rollupId, withdrawalsRoot }) => {
      exitRoots.set(state, withdrawalsRoot, rollupId);
      emit(exitRootSetEvent.log({ rollupId, withdrawalsRoot }));
    },
  });

function exitFault({ state }: CheckContext, id: string, rollup: Rollup): ModuleFault | undefined {
  if (rollup.settlement_mode !== 'optimistic') return fault.noExitRoot('the authority decides about optimistic ones');
  if (rollup.status !== 'stopped') return fault.noExitRoot('it has not stopped');
  if (isSettling(state, id, rollup)) return fault.noExitRoot('a batch of it can still become final');
  if (exitRoots.get(state, id) !== undefined) return fault.noExitRoot('it has one');
  return progressOf(state, id).escrow === 0n ? fault.noExitRoot('it holds nothing') : undefined;
}

function partiesOf(state: StateView, id: string, { creator, sequencer_config }: Rollup): readonly Address[] {
  const last = batchAt(state, id, progressOf(state, id).finalized_length)?.batch.submitter;
  return [creator, ...sequencer_config.sequencers, ...(last === undefined ? [] : [last])];
}
