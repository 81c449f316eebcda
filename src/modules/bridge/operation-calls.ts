import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { flagField, textField, uint } from '../../kernel/module-sdk/field.ts';
import type { StateView } from '../../state/types.ts';
import { closedFault } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { limitFault } from './limiter.ts';
import { type Operation, operations, sources } from './records.ts';
import { isAdmin } from './roles.ts';
import { executeDeposit, maxRetries } from './settle.ts';
import { isOperationId, sourceKey } from './signed-messages.ts';
import { sufficientSupport } from './support.ts';
import { acceptWhenAttested, isProven } from './thresholds.ts';

const operationId = textField('id of the operation');

export const retryOperation = (dependencies: Dependencies) =>
  call('retryOperation', {
    doc: 'Execute an attested deposit now that failed on a limit or waited while its chain was closed, or an operation whose attestations suffice since the active set has changed. Anybody may; after three automatic retries of a deposit only the admin.',
    inputs: { operationId },
    gas: 300_000n, // counts up to 64 attestations twice
    example: ['deposit-…'],
    fault: (context, { operationId: id }) => {
      const operation = operationNamed(context.state, id);
      if (operation === undefined) return fault.noSuchOperation();
      return openFault(operation) ?? retryFault(dependencies, context, id, operation);
    },
    run: (context, { operationId: id }) => {
      const operation = operationNamed(context.state, id);
      if (operation?.status === 'pending') acceptWhenAttested(dependencies, context, id, operation);
      else if (operation !== undefined) executeDeposit(dependencies, context, id, operation);
    },
  });

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

function retryFault(
  dependencies: Dependencies,
  context: CheckContext,
  id: string,
  operation: Operation,
): ModuleFault | undefined {
  const { state, block } = context;
  const { type, status, source_chain: chain, asset, amount, challenge_end_time, retry_count } = operation;
  if (status === 'pending' && !isAttested(dependencies, context, id, operation))
    return fault.attestationMismatch('it is not attested yet');
  if (block.timestamp < BigInt(challenge_end_time)) return fault.operationNotDue();
  if (type === 'withdrawal') return undefined;
  if (retry_count >= maxRetries && !isAdmin(dependencies, context)) return fault.tooManyRetries();
  return closedFault(state, chain) ?? limitFault(state, block, { chain, asset, amount });
}

/** Whether a pending operation could be accepted now: no other claim of the same transaction was. */
function isAttested(dependencies: Dependencies, context: CheckContext, id: string, operation: Operation): boolean {
  const { state } = context;
  if (!isProven(state, operation) || sufficientSupport(dependencies, state, id, operation) === undefined) return false;
  const { type, source_chain, source_tx_hash } = operation;
  return type === 'withdrawal' || sources.get(state, source_chain, sourceKey(source_tx_hash)) === undefined;
}
