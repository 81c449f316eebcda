import type { MessagePort } from 'node:worker_threads';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import type { Prints } from '../../kernel/prints.ts';
import { mappedBytes } from '../../primitives/mapped-bytes.ts';
import { type Reply, serveRequests, type WorkerCells } from '../../scheduling/serve-requests.ts';
import { StateUnavailableError } from '../../state/origin-state.ts';
import { writeJsonParts } from '../dispatch/write-json-parts.ts';
import { toEthError } from '../evm-common/errors.ts';
import { RpcError } from '../rpc-error.ts';
import type { ExecutionKind, ExecutionNode, ExecutionRequest } from './execution-kind.ts';
import type { ExecutionMessage, ResultMessage, WorkerSettings } from './protocol.ts';
import { runToEnd } from './run-to-end.ts';
import { TimeLimit } from './time-limit.ts';

/** The node as a worker sees it. */
export type WorkerNode = {
  /** Moves to the newest block unless that is `head`, and applies the settings of a development network. */
  follow(message: Pick<ExecutionMessage, 'head' | 'originReads' | 'overrides' | 'above'>): ExecutionNode;
};

/** The program of a worker: runs the executions it receives, one after the other, and sends the results. */
export function serveExecutions(
  port: MessagePort,
  { limits, stop }: Pick<WorkerSettings & WorkerCells, 'limits' | 'stop'>,
  kinds: readonly ExecutionKind<never>[],
  worker: WorkerNode,
): void {
  const byName = new Map(kinds.map((kind) => [kind.name, kind as ExecutionKind<ExecutionRequest>]));
  const isStopped = () => Atomics.load(stop, 0) !== 0;
  serveRequests<ExecutionMessage, ResultMessage>(port, (message, reply) => {
    let control: TimeLimit | undefined;
    const fail = (error: unknown) =>
      reply.end(isStopped() ? { type: 'stopped' } : errorMessage(error, control?.prints));
    try {
      const { request } = message;
      const kind = byName.get(message.kind);
      if (kind === undefined) throw new Error(`no execution is named ${message.kind}`);
      const node = worker.follow(message);
      assertInChain(node, message);
      const run = () => {
        const timeout = kind.timeout(limits, request);
        const limit = new TimeLimit(timeout, isStopped);
        control = limit;
        runToEnd(kind, node, request, limit, timeout, (result) =>
          sendResult(reply, limit, (emit) =>
            writeJsonParts(result, (part) => {
              if (isStopped()) throw new ExecutionStoppedError('nobody waits for the rest');
              emit(part);
            }),
          ),
        );
      };
      const prepared = kind.prepare?.(node, request);
      if (prepared === undefined) run();
      else prepared.then(run).catch(fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** A development chain may have been rewound since the request. Throws an RpcError. */
function assertInChain({ chain }: ExecutionNode, { at }: ExecutionMessage): void {
  if (chain.header(at.height)?.hash === at.hash) return;
  throw new RpcError(-32000, `block ${at.height} is no longer part of the chain, which was rewound: ask again`);
}

/** Sends each part when it is written: the text of a long result is never in memory as a whole. */
function sendResult(
  reply: Reply<ResultMessage>,
  control: TimeLimit,
  write: (emit: (text: string) => void) => void,
): void {
  let first: string | undefined;
  let isLong = false;
  const sendPart = (text: string) => {
    const part = ascii(text);
    const bytes = mappedBytes(part.length);
    Buffer.from(bytes.buffer).write(part, 'latin1');
    reply.part(bytes);
  };
  write((text) => {
    if (first !== undefined) sendPart(isLong ? text : first);
    if (first !== undefined && !isLong) sendPart(text);
    isLong = first !== undefined;
    first ??= text;
  });
  const { prints } = control;
  reply.end(isLong ? { type: 'end', prints } : { type: 'text', text: first ?? '', ranMs: control.elapsed(), prints });
}

/** JSON text without characters beyond ASCII, which are only in its strings. */
function ascii(text: string): string {
  if (Buffer.byteLength(text) === text.length) return text;
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function errorMessage(error: unknown, prints: Prints | undefined): ResultMessage {
  const known = error instanceof RpcError ? error : toEthError(error);
  if (known === undefined && error instanceof StateUnavailableError) return { type: 'unavailable', read: error.read };
  if (known === undefined) return { type: 'unexpected', error };
  const { code, message, data } = known;
  return { type: 'error', code, message, data, prints };
}
