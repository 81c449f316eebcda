import type { InnerCall, InnerResult } from '../../kernel/engine.ts';
import type { CallContext } from '../../kernel/frame/call.ts';
import { transferUqor } from '../../kernel/frame/coins.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/contract.ts';
import { crossvmAddress } from './address.ts';
import { responded, timedOut } from './events.ts';
import { failureText } from './failure-text.ts';
import { faults } from './faults.ts';
import { crossvmParams } from './params.ts';
import { type Message, messageId, messages, queueRecord } from './records.ts';
import { evmTarget } from './target.ts';

/** What processing the queue needs: a hook has it, and so has a call. */
export type Processing = Pick<CallContext, 'state' | 'block' | 'emit'> & { callEvm(call: InnerCall): InnerResult };

/** What ending a message counts at least: it bounds the work after a block, also for messages that run nothing. */
const settlementGas = 50_000n;

/** How many messages wait. */
export function waitingMessages(state: StateView): number {
  const { next, head } = queueRecord.get(state);
  return next - head;
}

/**
 * Executes waiting messages, the oldest first, while `gas` suffices for another one. Messages that they send
 * themselves wait for the next time. Returns the gas used.
 */
export function processQueue(context: Processing, gas: bigint): bigint {
  const { state } = context;
  const { next } = queueRecord.get(state);
  const { max_message_gas } = crossvmParams.get(state);
  let used = 0n;
  while (queueRecord.get(state).head < next) {
    const number = queueRecord.get(state).head;
    const message = messages.get(state, number);
    const runs = message !== undefined && !isExpired(context, message) && message.target_vm === 'evm';
    const needed = runs && max_message_gas > settlementGas ? max_message_gas : settlementGas;
    if (used + needed > gas) break;
    queueRecord.set(state, { ...queueRecord.get(state), head: number + 1 });
    const taken = message === undefined ? 0n : settle(context, number, message);
    used += taken > settlementGas ? taken : settlementGas;
  }
  return used;
}

function isExpired({ block }: Processing, { due_height }: Message): boolean {
  return block.number > BigInt(due_height);
}

/** Brings one message to its end. Returns the gas its target used. The funds go back first: a target takes them then. */
function settle(context: Processing, number: number, message: Message): bigint {
  const { state, emit } = context;
  const { source_vm: sourceVm, target_vm: targetVm, sender, funds } = message;
  const names = { messageId: messageId(number), sourceVm, targetVm };
  if (funds > 0n) transferUqor(state, crossvmAddress, sender, funds);
  if (isExpired(context, message)) {
    finish(context, number, { ...message, status: 'timed_out' });
    emit(timedOut.log({ ...names, queuedAtHeight: BigInt(message.created_height) }));
    return 0n;
  }
  const { gasUsed, ...end } = executeTarget(context, message);
  finish(context, number, { ...message, ...end });
  emit(responded.log({ ...names, success: end.status === 'executed', gasUsed }));
  return gasUsed;
}

type End = Pick<Message, 'status' | 'response' | 'error'> & { readonly gasUsed: bigint };

const failed = (error: string, gasUsed = 0n): End => ({ status: 'failed', response: emptyBytes, error, gasUsed });

function executeTarget({ state, callEvm }: Processing, message: Message): End {
  const { target_vm, target_contract, sender, funds, payload } = message;
  if (target_vm === 'svm') return failed(`${faults[15]} (11)`);
  const to = evmTarget(target_contract);
  if (target_vm === 'cosmwasm' || to === undefined) return failed(`unsupported VM: ${target_vm} (7)`);
  const { max_message_gas, max_message_size } = crossvmParams.get(state);
  const result = callEvm({ from: sender, to, value: funds * weiPerUqor, data: payload, gas: max_message_gas });
  if (result.failure !== undefined) return failed(failureText(result), result.gasUsed);
  const response = result.output.slice(0, max_message_size);
  return { status: 'executed', response, error: '', gasUsed: result.gasUsed };
}

function finish({ state, block }: Processing, number: number, message: Message): void {
  messages.set(state, { ...message, executed_height: Number(block.number) }, number);
}
