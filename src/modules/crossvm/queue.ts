import type { InnerCall, InnerResult } from '../../kernel/engine.ts';
import type { CallContext } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { failureText } from '../../kernel/module-sdk/failure-text.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { crossvmAddress } from '../addresses.ts';
import { responded, timedOut } from './events.ts';
import { fault } from './faults.ts';
import { type CrossvmParams, crossvmParams } from './params.ts';
import { type Message, messageId, messages, queueRecord } from './records.ts';
import { evmTarget } from './target.ts';

/** What processing the queue needs; both calls and hooks have it. */
type Processing = Pick<CallContext, 'state' | 'block' | 'emit'> & { callEvm(call: InnerCall): InnerResult };

/** Least gas that a message counts: it bounds the work after a block, also for messages that run nothing. */
const settlementGas = 50_000n;

/** Gas for passing a message that has ended before. */
const skippedGas = 1_000n;

/** Gas for a byte of the result, of what its target has left. */
const gasPerResultByte = 32n;

/** How many messages wait. */
export function waitingMessages(state: StateView): number {
  const { next, head, ended } = queueRecord.get(state);
  return next - head - ended;
}

/**
 * Executes waiting messages, the oldest first, while `gas` suffices for another one. Messages that they send
 * themselves wait for the next time. Returns the gas used.
 */
export function processQueue(context: Processing, gas: bigint): bigint {
  const { state } = context;
  const first = queueRecord.get(state);
  const params = crossvmParams.get(state);
  const gasToRun = params.max_message_gas > settlementGas ? params.max_message_gas : settlementGas;
  let used = 0n;
  let head = first.head;
  let skipped = 0;
  while (head < first.next) {
    const message = messages.get(state, head);
    if (message?.status !== 'pending') {
      if (used + skippedGas > gas) break;
      used += skippedGas;
      head++;
      skipped++;
      continue;
    }
    const runs = !isExpired(context, message) && message.target_vm === 'evm';
    if (used + (runs ? gasToRun : settlementGas) > gas) break;
    const number = head++;
    // Code that runs may queue messages or process the queue itself, so the records are written before it runs.
    if (runs) {
      moveHead(state, head, skipped);
      skipped = 0;
    }
    const taken = settle(context, params, number, message);
    if (runs) head = queueRecord.get(state).head;
    used += taken > settlementGas ? taken : settlementGas;
  }
  if (head !== first.head) moveHead(state, head, skipped);
  return used;
}

/** Moves the head of the queue past messages, `skipped` of which had ended before. */
function moveHead(state: WorldState, head: number, skipped: number): void {
  const { next, ended } = queueRecord.get(state);
  queueRecord.set(state, { next, head, ended: ended - skipped });
}

function isExpired({ block }: Processing, { due_height }: Message): boolean {
  return block.number > BigInt(due_height);
}

/**
 * Executes one message. Returns the gas that its target used. The funds return to the sender first, who then passes
 * them to the target.
 */
function settle(context: Processing, params: CrossvmParams, number: number, message: Message): bigint {
  const { state, emit } = context;
  const { source_vm: sourceVm, target_vm: targetVm, sender, funds } = message;
  const names = { messageId: messageId(number), sourceVm, targetVm };
  if (funds > 0n) transferUqor(state, crossvmAddress, sender, funds);
  if (isExpired(context, message)) {
    finish(context, number, message, timeOut);
    emit(timedOut.log({ ...names, queuedAtHeight: BigInt(message.created_height) }));
    return 0n;
  }
  const { gasUsed, end } = executeTarget(context, params, message);
  finish(context, number, message, end);
  emit(responded.log({ ...names, success: end.status === 'executed', gasUsed }));
  return gasUsed;
}

type End = Pick<Message, 'status' | 'response' | 'error'>;
type Executed = { readonly end: End; readonly gasUsed: bigint };

const timeOut: End = { status: 'timed_out', response: emptyBytes, error: '' };
const failed = (error: string, gasUsed = 0n): Executed => ({
  end: { status: 'failed', response: emptyBytes, error },
  gasUsed,
});

function executeTarget({ callEvm }: Processing, params: CrossvmParams, message: Message): Executed {
  const { target_vm, target_contract, sender, funds, payload } = message;
  if (target_vm === 'svm') return failed(`${fault.svmDisabled.reason} (11)`);
  const to = evmTarget(target_contract);
  if (target_vm === 'cosmwasm' || to === undefined) return failed(`unsupported VM: ${target_vm} (7)`);
  const result = callEvm({ from: sender, to, value: funds * weiPerUqor, data: payload, gas: params.max_message_gas });
  if (result.failure !== undefined) return failed(failureText(result), result.gasUsed);
  const response = result.output.slice(0, keptBytes(result, params));
  const gasUsed = result.gasUsed + gasPerResultByte * BigInt(response.length);
  return { end: { status: 'executed', response, error: '' }, gasUsed };
}

/** How much of the result stays in the state for ever: what the message has gas left for. */
function keptBytes({ output, gasUsed }: InnerResult, { max_message_gas, max_message_size }: CrossvmParams): number {
  const paidBytes = Number((max_message_gas - gasUsed) / gasPerResultByte);
  return Math.min(output.length, max_message_size, paidBytes);
}

function finish({ state, block }: Processing, number: number, message: Message, end: End): void {
  const { status, response, error } = end;
  messages.set(state, { ...message, status, response, error, executed_height: Number(block.number) }, number);
}
