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
const timeoutMs = 30_000;

/** Whether the node has responded to the newest request. */
export const isReachable = signal(true);
/** What is wrong when it has not. */
export const silence = signal('');

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
  let isSent = false;
  try {
    if (url === null) throw new RpcError('', 0, `The ${port === 'svm' ? 'SVM' : 'EVM'} interface of this node is off.`);
    const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    isSent = true;
    const text = await post(url, calls.length === 1 ? bodies[0] : bodies);
    deliver(calls, repliesOf(text, url));
    isReachable.value = true;
  } catch (error) {
    const isKnown = error instanceof RpcError && !(error instanceof Silence);
    const message = error instanceof RpcError ? error.message : `The node at ${url} does not respond.`;
    if (!isKnown) {
      silence.value = message;
      isReachable.value = false;
    }
    const { code, data } = isKnown ? error : { code: 0, data: undefined };
    for (const { reject, method } of calls) {
      const doubt = isSent && code === 0 && changesSomething.test(method) ? mayHaveArrived : '';
      reject(new RpcError(method, code, `${message}${doubt}`, data));
    }
  }
}

/** Methods that change the chain, or the node. */
const changesSomething =
  /_send|^send|^request(?!Accounts)|^(?:evm|anvil|hardhat|admin|personal)_(?!get|metadata|nodeInfo)/;
const mayHaveArrived = ' What was sent may have arrived all the same: look for it before you send it again.';

/** What answers is no node. */
class Silence extends RpcError {}

function repliesOf(text: string, url: string): readonly Reply[] {
  try {
    const parsed = parseExact(text);
    const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return all.filter((each): each is Reply => typeof each === 'object' && each !== null);
  } catch {
    const beginning = titleOf(text) || text.slice(0, 60).trim() || 'nothing';
    throw new Silence('', 0, `What answers at ${url} is not a node of a chain: it sends no JSON, but “${beginning}”.`);
  }
}

/** The title of a web page, as proxies send them; empty for other texts. */
function titleOf(text: string): string {
  return /<title>([^<]{1,80})/i.exec(text)?.[1]?.trim() ?? '';
}

function deliver(calls: readonly Waiting[], replies: readonly Reply[]): void {
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
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'omit',
  });
  const text = await boundedText(response);
  if (response.ok || text.startsWith('{') || text.startsWith('[')) return text;
  throw new RpcError('', response.status, titleOf(text) || text.trim() || `HTTP ${response.status}`);
}
