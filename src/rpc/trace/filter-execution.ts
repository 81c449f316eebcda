import { recordedBytes } from '../../evm/tracing/trace-meter.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import { RpcError } from '../rpc-error.ts';
import { maxTraceMs } from '../tracing/run-trace.ts';
import { type CallMembers, memberOf } from './placed-call.ts';
import { callsOfBlock } from './trace-executions.ts';
import type { TraceFilter } from './trace-params.ts';

type Heights = { readonly from: number; readonly to: number };
type Search = ExecutionRequest & { readonly heights: Heights; readonly filter: TraceFilter };

/** trace_filter: executes the blocks again, one after the other, and keeps the calls that match. */
export const filterExecution = defineExecution<Search>('trace_filter', {
  timeout: () => maxTraceMs,
  run: (node, { heights, filter }, control) => {
    const { after, count = Number.POSITIVE_INFINITY } = filter;
    const found: CallMembers[] = [];
    let left = after;
    let bytes = 0;
    for (const call of matches(node, heights, filter, control)) {
      if (found.length >= count) break;
      if (left > 0) {
        left--;
        continue;
      }
      bytes += recordedBytes.call + dataLength(call);
      if (bytes > node.limits.maxTraceBytes) throw tooLarge(node.limits.maxTraceBytes);
      found.push(call);
    }
    return found;
  },
});

function* matches(
  node: ExecutionNode,
  { from, to }: Heights,
  filter: TraceFilter,
  control: ExecutionControl,
): Iterable<CallMembers> {
  const senders = new Set<unknown>(filter.fromAddress);
  const recipients = new Set<unknown>(filter.toAddress);
  for (let height = from; height <= to; height++) {
    assertNotStopped(control);
    for (const call of callsOfBlock(node, height, control)) {
      if (isMatch(call, senders, recipients, filter.isIntersection)) yield call;
    }
  }
}

/** With both lists, one of them is enough unless both must match; with none, everything matches. */
function isMatch(
  call: CallMembers,
  senders: ReadonlySet<unknown>,
  recipients: ReadonlySet<unknown>,
  isIntersection: boolean,
): boolean {
  const { sender, recipient } = partiesOf(call);
  if (senders.size === 0) return recipients.size === 0 || recipients.has(recipient);
  if (recipients.size === 0) return senders.has(sender);
  const [isSender, isRecipient] = [senders.has(sender), recipients.has(recipient)];
  return isIntersection ? isSender && isRecipient : isSender || isRecipient;
}

function partiesOf({ type, action, result }: CallMembers): { sender: unknown; recipient: unknown } {
  if (type === 'suicide') return { sender: memberOf(action, 'address'), recipient: memberOf(action, 'refundAddress') };
  const recipient = type === 'create' ? memberOf(result, 'address') : memberOf(action, 'to');
  return { sender: memberOf(action, 'from'), recipient };
}

function dataLength({ action, result }: CallMembers): number {
  const texts = [
    memberOf(action, 'input'),
    memberOf(action, 'init'),
    memberOf(result, 'output'),
    memberOf(result, 'code'),
  ];
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function tooLarge(limit: number): RpcError {
  const remedy = 'ask for fewer blocks, or for fewer calls with count';
  return new RpcError(-32005, `the traces are larger than json-rpc.max-trace-bytes (${limit}): ${remedy}`);
}
