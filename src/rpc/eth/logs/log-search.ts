import type { LocatedLog } from '../../../chain/types.ts';
import { assertNotStopped, defineExecution, type ExecutionNode } from '../../execution/execution-kind.ts';
import type { BlockRef } from '../../params/block-ref.ts';
import { RpcError } from '../../types.ts';
import type { LogFilter } from './log-request.ts';
import { LogTexts } from './log-texts.ts';

/** A search for logs in blocks that exist. `block`: the last of them */
export type LogSearchRequest = LogFilter & {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly block: BlockRef;
};

/** Milliseconds of a search on the main thread, whose cache of texts makes most searches short. */
const inlineTime = 4;

/** eth_getLogs: the matching logs, in chain order. Throws a TooManyLogsError above the cap. */
export const logSearchExecution = defineExecution<LogSearchRequest>('searchLogs', {
  inlineTime,
  timeout: ({ filterTimeout }) => filterTimeout,
  timedOut,
  run: (node, { fromHeight, toHeight, addresses, topics }, control) => {
    const limit = node.limits.filterCap;
    const search = node.chain.searchLogs({ fromHeight, toHeight, addresses, topics, limit });
    let step = search.next();
    for (; step.done !== true; step = search.next()) assertNotStopped(control);
    const found: readonly LocatedLog[] = step.value;
    return logTextsOf(node).list(found, () => assertNotStopped(control));
  },
});

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
