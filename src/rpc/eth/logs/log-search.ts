import { type LogFilter as FoundFilter, TooManyLogsError } from '../../../chain/types.ts';
import type { JsonText } from '../../../primitives/json-text.ts';
import { ResponseTooLongError, type TextPieces } from '../../dispatch/text-of-pieces.ts';
import {
  assertNotStopped,
  assertReadable,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
} from '../../execution/execution-kind.ts';
import type { LongText } from '../../json-value.ts';
import type { BlockRef } from '../../params/block-ref.ts';
import { RpcError } from '../../rpc-error.ts';
import type { LogFilter } from './log-request.ts';
import { LogTexts } from './log-texts.ts';

/** A search for logs in blocks that exist. `block`: the last of them */
export type LogSearchRequest = LogFilter & {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly block: BlockRef;
};

/** Milliseconds of a search on the main thread, whose cache of texts makes most searches short. */
const inlineMs = 4;

/** Most logs: those of one block cannot be asked for in parts, so all that the chain accepted are shown. */
function limitFor({ limits }: ExecutionNode, fromHeight: number, toHeight: number): number {
  return fromHeight === toHeight ? Number.MAX_SAFE_INTEGER : limits.filterCap;
}

/** eth_getLogs: the matching logs, in chain order. Throws a TooManyLogsError above the cap. */
export const logSearchExecution = defineExecution<LogSearchRequest>('searchLogs', {
  inlineMs,
  timeout: ({ filterTimeoutMs }) => filterTimeoutMs,
  timedOut,
  run: (node, { fromHeight, toHeight, addresses, topics }, control) => {
    const limit = limitFor(node, fromHeight, toHeight);
    return findAll(node, { fromHeight, toHeight, addresses, topics, limit }, control);
  },
});

/** eth_getFilterChanges: the same; null when they are too many, except for one block, whose logs are not split. */
export const logChangesExecution = defineExecution<LogSearchRequest>('searchLogChanges', {
  inlineMs,
  timeout: ({ filterTimeoutMs }) => filterTimeoutMs,
  timedOut,
  run: (node, { fromHeight, toHeight, addresses, topics }, control) => {
    const limit = limitFor(node, fromHeight, toHeight);
    try {
      return findAll(node, { fromHeight, toHeight, addresses, topics, limit }, control);
    } catch (error) {
      const isTooMuch = error instanceof TooManyLogsError || error instanceof ResponseTooLongError;
      if (isTooMuch && fromHeight < toHeight) return null;
      throw error;
    }
  },
});

function findAll(
  node: ExecutionNode,
  filter: FoundFilter,
  control: ExecutionControl,
): JsonText | LongText | TextPieces {
  const search = node.chain.logs.search(filter, (height) => assertReadable(node, control, height, 'logs'));
  let step = search.next();
  for (; step.done !== true; step = search.next()) assertNotStopped(control);
  const text = logTextsOf(node).list(step.value, () => assertNotStopped(control));
  return filter.fromHeight < filter.toHeight ? text.joined(node.limits.maxResponseBytes) : text;
}

/** By the node, with which its texts are collected. */
const textsByNode = new WeakMap<ExecutionNode, LogTexts>();

/** The texts of logs that this node has made. */
export function logTextsOf(node: ExecutionNode): LogTexts {
  const known = textsByNode.get(node);
  if (known !== undefined) return known;
  const created = new LogTexts(node.chain);
  textsByNode.set(node, created);
  return created;
}

function timedOut(milliseconds: number): RpcError {
  const limit = `${milliseconds / 1000}s (json-rpc.filter-timeout)`;
  return new RpcError(
    -32005,
    `query took longer than ${limit}; ask for fewer blocks, or name fewer addresses and topics`,
  );
}
