import { call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { flagField, textField } from '../../kernel/module-sdk/field.ts';
import type { StateView } from '../../state/types.ts';
import { otherChain } from './attesting.ts';
import type { Dependencies } from './dependencies.ts';
import { challengeResolvedEvent, operationChallengedEvent } from './events.ts';
import { fault } from './faults.ts';
import type { EffectContext } from './limiter.ts';
import { openFault, operationNamed } from './operation-calls.ts';
import { bridgeParams } from './params.ts';
import { type Operation, sources } from './records.ts';
import { adminFault, isAdmin, validatorFault } from './roles.ts';
import { cancelOperation, keep } from './settle.ts';
import { sourceKey } from './signed-messages.ts';

const operationId = textField('id of the operation');
const reason = textField('why, at most 200 bytes');
const maxReasonBytes = 200;

export const challengeOperation = (dependencies: Dependencies) =>
  call('challengeOperation', {
    doc: 'Freeze an operation until the admin decides. A bridge validator of its chain may while its challenge period lasts; the admin may until it has ended, also to cancel a withdrawal that cannot be released. When nobody decides within challenge_decision_secs, the operation is cancelled.',
    inputs: { operationId, reason },
    gas: 80_000n,
    gasPerByte: 16n,
    example: ['withdrawal-…', 'no such account there'],
    fault: (context, inputs) => {
      const operation = operationNamed(context.state, inputs.operationId);
      if (operation === undefined) return fault.noSuchOperation();
      const rejection = openFault(operation) ?? reasonFault(inputs.reason);
      if (rejection !== undefined || isAdmin(dependencies, context)) return rejection;
      const { state, block, caller } = context;
      if (block.timestamp >= BigInt(operation.challenge_end_time))
        return fault.notAdmin('its challenge period is not open');
      return validatorFault(dependencies, state, caller, otherChain(operation));
    },
    run: (context, { operationId: id, reason: why }) => {
      const operation = operationNamed(context.state, id);
      if (operation === undefined) return;
      const { challenge_decision_secs } = bridgeParams.get(context.state);
      const deadline = Number(context.block.timestamp) + challenge_decision_secs;
      keep(context, id, { ...operation, status: 'challenged', error: why }, deadline);
      context.emit(operationChallengedEvent.log({ operationId: id, challenger: context.caller, reason: why }));
    },
  });

export const resolveChallenge = (dependencies: Dependencies) =>
  call('resolveChallenge', {
    doc: 'Decide about a challenged operation: it continues, or it is cancelled. A cancelled withdrawal is given back, less the fee; the transaction of a cancelled deposit can be claimed for another account. Only for the admin.',
    inputs: { operationId, isValid: flagField('true: it continues; false: it is cancelled'), reason },
    gas: 120_000n,
    gasPerByte: 16n,
    example: ['withdrawal-…', 'false', 'given back'],
    fault: (context, inputs) => {
      const rejection = adminFault(dependencies, context) ?? reasonFault(inputs.reason);
      if (rejection !== undefined) return rejection;
      const operation = operationNamed(context.state, inputs.operationId);
      if (operation === undefined) return fault.noSuchOperation();
      return operation.status === 'challenged' ? undefined : fault.notChallenged();
    },
    run: (context, { operationId: id, isValid, reason: why }) => {
      const operation = operationNamed(context.state, id);
      if (operation === undefined) return;
      if (!isValid) cancelOperation(context, id, operation, why);
      else if (isAttested(context.state, id, operation)) release(context, id, operation);
      else keep(context, id, { ...operation, status: 'pending', error: '' }, 0);
      context.emit(challengeResolvedEvent.log({ operationId: id, isValid, reason: why }));
    },
  });

function reasonFault(text: string): ModuleFault | undefined {
  return Buffer.byteLength(text) > maxReasonBytes
    ? fault.malformed(`reason must have at most ${maxReasonBytes} bytes`)
    : undefined;
}

/** Whether a deposit had its attestations before it was challenged. */
function isAttested(state: StateView, id: string, { type, source_chain, source_tx_hash }: Operation): boolean {
  return type === 'deposit' && sources.get(state, source_chain, sourceKey(source_tx_hash)) === id;
}

/** Executes a deposit after the block, or when the rest of its challenge period is over. */
function release(context: EffectContext, id: string, operation: Operation): void {
  const now = Number(context.block.timestamp);
  keep(context, id, { ...operation, status: 'attested', error: '' }, Math.max(now, operation.challenge_end_time));
}
