import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { flagField, textField, uint } from '../../kernel/module-sdk/field.ts';
import type { StateView } from '../../state/types.ts';
import { closedFault } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { limitFault } from './limiter.ts';
import { type Operation, operations } from './records.ts';
import { isAdmin } from './roles.ts';
import { executeDeposit, maxRetries } from './settle.ts';
import { isOperationId } from './signed-messages.ts';

const operationId = textField('id of the operation');

/** The call that executes a deposit which failed or waited. */
export function retryOperation(dependencies: Dependencies) {
  return call('retryOperation', {
    doc: 'Execute an attested deposit now that failed on a limit or waited while its chain was closed. Anybody may; after three automatic retries only the admin.',
    inputs: { operationId },
    gas: 150_000n,
    example: ['deposit-…'],
    fault: (context, { operationId: id }) => {
      const operation = operationNamed(context.state, id);
      if (operation === undefined) return fault.noSuchOperation();
      return openFault(operation) ?? retryFault(dependencies, context, operation);
    },
    run: (context, { operationId: id }) => {
      const operation = operationNamed(context.state, id);
      if (operation !== undefined) executeDeposit(context, id, operation);
      return {};
    },
  });
}

export const operationOf = view('operationOf', {
  doc: 'What became of a deposit or withdrawal. Empty when there is none of that id.',
  inputs: { operationId },
  outputs: {
    status: textField('pending, attested, executed, failed or challenged'),
    amount: uint(256, 'millionths of the asset'),
    reason: textField('why it failed or waits'),
    hasEnded: flagField('whether nothing more will happen'),
  },
  gas: 5_000n,
  run: ({ state }, { operationId: id }) => {
    const operation = operationNamed(state, id);
    if (operation === undefined) return { status: '', amount: 0n, reason: '', hasEnded: false };
    const { status, amount, error, completed_at } = operation;
    return { status, amount, reason: error, hasEnded: completed_at > 0 };
  },
});

/** The operation of that id; undefined for any other text. */
export function operationNamed(state: StateView, id: string): Operation | undefined {
  return isOperationId(id) ? operations.get(state, id) : undefined;
}

/** Why nothing more can be done with the operation for now, or undefined. */
export function openFault({ completed_at, status }: Operation): ModuleFault | undefined {
  if (completed_at > 0) return fault.operationEnded();
  return status === 'challenged' ? fault.operationNotDue() : undefined;
}

function retryFault(dependencies: Dependencies, context: CheckContext, operation: Operation): ModuleFault | undefined {
  const { state, block } = context;
  const { status, source_chain, amount, challenge_end_time, retry_count } = operation;
  if (status === 'pending') return fault.attestationMismatch('it is not attested yet');
  if (block.timestamp < BigInt(challenge_end_time)) return fault.operationNotDue();
  if (retry_count >= maxRetries && !isAdmin(dependencies, context)) return fault.tooManyRetries();
  return closedFault(state, source_chain) ?? limitFault(state, block, source_chain, amount);
}
