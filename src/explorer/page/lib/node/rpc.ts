import { signal } from '@preact/signals';
import { endpoints } from './endpoints.ts';
import { type Json, parseExact } from './exact-json.ts';

/** Error of a JSON-RPC response. `code` 0: the node was not reached. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: Json | undefined;
  readonly method: string;
  constructor(method: string, code: number, message: string, data?: Json) {
    super(message);
    this.method = method;
    this.code = code;
    this.data = data;
  }
}

export type Port = 'rpc' | 'svm';
type Waiting = {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (value: Json) => void;
  readonly reject: (error: RpcError) => void;
};
type Reply = {
  readonly id: number;
  readonly result?: Json;
  readonly error?: { code: number; message: string; data?: Json };
};

/** Most calls in one batch: `max-batch` of the node is higher by default. */
const maxBatch = 50;
const timeout = 30_000;

/** Whether the node has responded to the newest request. */
export const isReachable = signal(true);

const queues: Record<Port, Waiting[]> = { rpc: [], svm: [] };

/** Calls a method of the EVM interface, which serves the chain's own methods too. Rejects with an RpcError. */
export function call<T = Json>(method: string, params: readonly unknown[] = []): Promise<T> {
  return callOn<T>('rpc', method, params);
}

/** Calls a method of the SVM interface. */
export function callSvm<T = Json>(method: string, params: readonly unknown[] = []): Promise<T> {
  return callOn<T>('svm', method, params);
}

/** Calls made in the same turn go out as one batch. The caller names the documented type of the result. */
export function callOn<T>(port: Port, method: string, params: readonly unknown[]): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const queue = queues[port];
    queue.push({ method, params, resolve: (value) => resolve(value as T), reject });
    if (queue.length === 1) queueMicrotask(() => flush(port));
  });
}

function flush(port: Port): void {
  const all = queues[port].splice(0);
  for (let at = 0; at < all.length; at += maxBatch) void send(port, all.slice(at, at + maxBatch));
}

async function send(port: Port, calls: readonly Waiting[]): Promise<void> {
  const url = endpoints[port];
  try {
    if (url === null) throw new RpcError('', 0, `The ${port === 'svm' ? 'SVM' : 'EVM'} interface of this node is off.`);
    const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const text = await post(url, calls.length === 1 ? bodies[0] : bodies);
    deliver(calls, parseExact(text));
    isReachable.value = true;
  } catch (error) {
    const reason = error instanceof RpcError ? error : new RpcError('', 0, `The node at ${url} does not respond.`);
    if (url !== null && !(error instanceof RpcError)) isReachable.value = false;
    for (const { reject, method } of calls) reject(new RpcError(method, reason.code, reason.message, reason.data));
  }
}

function deliver(calls: readonly Waiting[], parsed: Json): void {
  const replies = (Array.isArray(parsed) ? parsed : [parsed]) as readonly Reply[];
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  const common = replies.find((reply) => reply.error !== undefined && (reply.id === null || reply.id === undefined));
  for (const [id, { method, resolve, reject }] of calls.entries()) {
    const { result, error } = byId.get(id) ?? common ?? {};
    if (error !== undefined) reject(new RpcError(method, error.code, error.message, error.data));
    else if (result === undefined) reject(new RpcError(method, 0, 'The response lacks this call.'));
    else resolve(result);
  }
}

/** Most bytes of a response: what the node of this page sends is far below, another one may send without end. */
const mostBytes = 100_000_000;

async function boundedText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const parts: string[] = [];
  let bytes = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    bytes += value?.length ?? 0;
    if (bytes > mostBytes) {
      await reader.cancel();
      throw new RpcError('', 0, `The response is longer than ${mostBytes / 1e6} MB: the page does not read it.`);
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}

async function post(url: string, body: unknown): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)),
    signal: AbortSignal.timeout(timeout),
    credentials: 'omit',
  });
  const text = await boundedText(response);
  if (response.ok || text.startsWith('{') || text.startsWith('[')) return text;
  throw new RpcError('', response.status, text.trim() || `HTTP ${response.status}`);
}
