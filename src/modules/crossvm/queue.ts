import type { InnerResult } from '../../kernel/engine.ts';
import type { HookContext } from '../../kernel/module.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { failureText } from '../../kernel/module-sdk/failure-text.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { crossvmAddress } from '../addresses.ts';
import { respondedEvent, timedOutEvent } from './events.ts';
import { fault } from './faults.ts';
import { type CrossvmParams, crossvmParams } from './params.ts';
import { type Message, messageId, messages, queueRecord } from './records.ts';
import { evmTarget } from './target.ts';

/**
 * What processing the queue needs; both calls and hooks have it. A call fails as a whole where a message cannot be settled;
 * a hook drops the message.
 */
type Processing = Pick<HookContext, 'state' | 'block' | 'emit' | 'callEvm'> & Partial<Pick<HookContext, 'settle'>>;

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
 * themselves wait for the next time. While the module is off, messages only time out. Returns the gas used.
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
    const message = readMessage(context, head);
    if (message === 'removed' || message?.status !== 'pending') {
      if (used + skippedGas > gas) break;
      used += skippedGas;
      head++;
      if (message !== 'removed') skipped++;
      continue;
    }
    if (!params.enabled && !isExpired(context, message)) break; // what waits too long goes back also while it is off
    const runs = !isExpired(context, message) && message.target_vm === 'evm';
    if (used + (runs ? gasToRun : settlementGas) > gas) break;
    const number = head++;
    // Code that runs may queue messages or process the queue itself, so the records are written before it runs.
    if (runs) {
      moveHead(state, head, skipped);
      skipped = 0;
    }
    const taken = settleOrDrop(context, params, number, message) ?? gasToRun;
    if (runs) head = queueRecord.get(state).head;
    used += taken > settlementGas ? taken : settlementGas;
  }
  if (head !== first.head) moveHead(state, head, skipped);
  return used;
}

/** Undefined when there is none. A hook removes one that waits and cannot be read. */
function readMessage({ state, settle = settleAlways }: Processing, number: number): Message | 'removed' | undefined {
  let message: Message | undefined;
  const isReadable = settle(messages.name, String(number), () => {
    message = messages.get(state, number);
  });
  if (isReadable) return message;
  messages.remove(state, number);
  return 'removed';
}

/** In a call whatever is thrown ends the call. */
const settleAlways: HookContext['settle'] = (_queue, _entry, run) => {
  run();
  return true;
};

/**
 * Executes one message. Returns the gas that its target used. One that cannot be settled fails, and its funds go back; when
 * not even that is possible, as when they are gone, it is removed: then it returns undefined, and the gas is not known.
 */
function settleOrDrop(
  context: Processing,
  params: CrossvmParams,
  number: number,
  message: Message,
): bigint | undefined {
  const { state, settle = settleAlways } = context;
  const entry = [messages.name, String(number)] as const;
  let taken: bigint | undefined;
  const isSettled = settle(...entry, () => {
    taken = execute(context, params, number, message);
  });
  if (isSettled) return taken;
  const isReturned = settle(...entry, () => {
    returnFunds(context, message);
    respond(context, number, message, failed('the message cannot be settled'));
  });
  if (!isReturned) messages.remove(state, number);
  return undefined;
}

/** Moves the head of the queue past messages; `skipped` of them had ended before. */
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
function execute(context: Processing, params: CrossvmParams, number: number, message: Message): bigint {
  returnFunds(context, message);
  if (isExpired(context, message)) {
    finish(context, number, message, timeOut);
    const { source_vm: sourceVm, target_vm: targetVm, created_height } = message;
    const names = { messageId: messageId(number), sourceVm, targetVm };
    context.emit(timedOutEvent.log({ ...names, queuedAtHeight: BigInt(created_height) }));
    return 0n;
  }
  return respond(context, number, message, executeTarget(context, params, message));
}

function returnFunds({ state }: Processing, { sender, funds }: Message): void {
  if (funds > 0n) transferUqor(state, crossvmAddress, sender, funds);
}

/** Stores and reports how the message has ended. Returns the gas used. */
function respond(context: Processing, number: number, message: Message, { end, gasUsed }: Executed): bigint {
  const { source_vm: sourceVm, target_vm: targetVm } = message;
  finish(context, number, message, end);
  const names = { messageId: messageId(number), sourceVm, targetVm };
  context.emit(respondedEvent.log({ ...names, success: end.status === 'executed', gasUsed }));
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
