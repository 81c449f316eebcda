import { isAscii, isUtf8 } from 'node:buffer';
import { elapsedMs } from '../../primitives/machine.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import { OriginError, StateUnavailableError } from '../../state/origin-state.ts';
import { type JsonValue, LongText } from '../json-value.ts';
import type { Method, Methods, Outcomes } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call, Client } from '../session.ts';
import { type EntryHandlers, handleBatch } from './batch.ts';
import type { Dialect } from './dialect.ts';
import { faultText, inPlaceOf, resultText } from './envelope.ts';
import { parseJson } from './parse-json.ts';
import { readPlainBatch } from './plain-batch.ts';
import { readParams } from './read-params.ts';
import { idOf, isJsonObject, type Request } from './request.ts';

/** Text of a response; undefined when there is none, as for a notification. */
export type Reply = string | LongText | undefined;

export type Dispatch = (body: Uint8Array, call: Call) => MaybePromise<Reply>;

export type DispatchLimits = {
  /** requests per batch */
  readonly maxBatch: number;
  /** characters of a response to one request, and to a batch */
  readonly maxResponse: number;
  readonly maxBatchResponse: number;
  /** milliseconds after which the remaining entries of a batch get an error */
  readonly batchTimeoutMs: number;
  /** nesting of arrays and objects in a request */
  readonly maxDepth: number;
  /** items and members in the body of a request; undefined for no limit */
  readonly maxValues?: number;
};

/** Observes every call that has ended. */
export interface DispatchMetrics {
  observe(method: string, milliseconds: number, isFault: boolean): void;
}

/** Limits the bytes of requests that wait for their response. */
export interface RequestBudget {
  /** Counts a request. Returns the function that ends the count if there is one, or the error when there is no room. */
  add(bytes: number, client: Client): (() => void) | RpcError | undefined;
}

export type DispatcherDependencies = {
  readonly methods: Methods;
  readonly dialect: Dialect;
  readonly limits: DispatchLimits;
  readonly mainThread: MainThread;
  /** Converts errors that belong to the interface; returns undefined for others. */
  readonly toFault: (error: unknown) => RpcError | undefined;
  /** Called with errors that `toFault` does not convert. Clients do not see their text. */
  readonly onUnexpected: (error: unknown, method: string) => void;
  readonly metrics?: DispatchMetrics | undefined;
  /** undefined: no limit for the bytes of requests that wait */
  readonly waiting?: RequestBudget;
  /** Set while the methods are being replaced: requests are handled when it resolves. */
  readonly held?: Promise<void> | undefined;
};

/**
 * Creates the function that serves JSON-RPC 2.0 bodies, each with one request or a batch, independent of the transport.
 * It returns a promise only when a method does or when a batch takes long; otherwise the response is returned
 * synchronously.
 */
export function createDispatch(parts: DispatcherDependencies): Dispatch {
  const { dialect, limits, mainThread, waiting } = parts;
  const handleAny = (request: unknown, call: Call): MaybePromise<Reply> =>
    Array.isArray(request)
      ? handleBatch(request, entryHandlers(parts, call), { dialect, limits, mainThread, call })
      : within(parts, handleRequest(parts, request, call), request, call);
  return (body, call) => {
    let request: unknown;
    try {
      request = parseBody(body, limits);
    } catch (error) {
      return faultText(null, dialect.parseFault(error instanceof Error ? error.message : 'not JSON'));
    }
    const end = waiting?.add(body.length, call.client);
    if (end instanceof RpcError) return faultText(Array.isArray(request) ? null : idOf(request), end);
    const { held } = parts;
    if (held !== undefined) return held.then(() => handleAny(request, call)).finally(end);
    return end === undefined ? handleAny(request, call) : andThenEnd(() => handleAny(request, call), end);
  };
}

function andThenEnd(handle: () => MaybePromise<Reply>, end: () => void): MaybePromise<Reply> {
  let reply: MaybePromise<Reply>;
  try {
    reply = handle();
    return reply instanceof Promise ? reply.finally(end) : reply;
  } finally {
    if (!(reply instanceof Promise)) end();
  }
}

/** Bytes → JSON value. Throws a SyntaxError, or a RangeError when they are not UTF-8 or beyond a limit. */
function parseBody(body: Uint8Array, { maxDepth, maxValues = Number.POSITIVE_INFINITY }: DispatchLimits): JsonValue {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) {
    const text = bytes.toString('latin1');
    const plain = bytes.length <= maxValues ? readPlainBatch(bytes, text) : undefined;
    return plain ?? parseJson(text, maxDepth, maxValues);
  }
  if (!isUtf8(bytes)) throw new RangeError('not valid UTF-8');
  return parseJson(bytes.toString('utf8'), maxDepth, maxValues);
}

/** Entries of a batch that start together: parsing so many transactions takes a few milliseconds. */
const maxTogether = 128;

function handleRequest(parts: DispatcherDependencies, value: unknown, call: Call): MaybePromise<Reply> {
  const request = beginRequest(parts, value, call);
  return request instanceof RunningRequest ? runMethod(request) : request;
}

function runMethod(request: RunningRequest): MaybePromise<Reply> {
  try {
    const result = request.method.run(request.args, request.call);
    if (!(result instanceof Promise)) return request.succeed(result);
    return result.then((late) => request.succeed(late)).catch((error: unknown) => request.fail(error));
  } catch (error) {
    return request.fail(error);
  }
}

/** The request with its arguments, or the reply when there is nothing to run. */
function beginRequest(parts: DispatcherDependencies, value: unknown, call: Call): MaybePromise<Reply> | RunningRequest {
  const { dialect, methods } = parts;
  const request = readRequest(dialect, value);
  if (request instanceof RpcError) return faultText(idOf(value), request);
  const { id, method: name } = request;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return id === undefined ? undefined : faultText(id, dialect.methodNotFound(name));
  if (method.isGuarded && call.readOnlyOrigin !== undefined) {
    return id === undefined ? undefined : faultText(id, guardFault(name, call.readOnlyOrigin));
  }
  const running = new RunningRequest(parts, call, request, method);
  try {
    running.args = readParams(name, method, request.params, dialect);
    return running;
  } catch (error) {
    return running.fail(error);
  }
}

const noArgs: readonly unknown[] = [];

/** A request whose method runs, until it succeeds or fails. It keeps the arguments, but not the text of the request. */
class RunningRequest {
  readonly method: Method;
  readonly call: Call;
  args = noArgs;
  readonly #parts: DispatcherDependencies;
  readonly #id: unknown;
  readonly #name: string;
  readonly #began: number;

  constructor(parts: DispatcherDependencies, call: Call, request: Request, method: Method) {
    this.method = method;
    this.call = call;
    this.#parts = parts;
    this.#id = request.id;
    this.#name = request.method;
    this.#began = parts.metrics === undefined ? 0 : elapsedMs();
  }

  succeed(result: JsonValue): Reply {
    this.#end(false);
    if (this.#id !== undefined) return resultText(this.#id, result);
    if (result instanceof LongText) result.onRefused?.();
    return undefined;
  }

  fail(error: unknown): MaybePromise<Reply> {
    if (error instanceof StateUnavailableError && !this.call.signal.aborted) {
      const again = () => runMethod(this); // nothing was changed
      return error.fetch().then(again, (reason: unknown) => this.fail(reason));
    }
    const fault = faultOf(this.#parts, this.#name, error);
    this.#end(true);
    return this.#id === undefined ? undefined : faultText(this.#id, fault);
  }

  #end(isFault: boolean): void {
    this.#parts.metrics?.observe(this.#name, elapsedMs() - this.#began, isFault);
  }
}

/** How a batch handles its entries. */
function entryHandlers(parts: DispatcherDependencies, call: Call): EntryHandlers {
  const methodOf = (entry: unknown) => {
    const name = isJsonObject(entry) ? entry.method : undefined;
    return typeof name === 'string' && Object.hasOwn(parts.methods, name) ? parts.methods[name] : undefined;
  };
  return {
    handleOne: (entry) => handleRequest(parts, entry, call),
    countTogether: (entries, from) => {
      const method = methodOf(entries[from]);
      if (method?.runTogether === undefined) return 1;
      let end = from + 1;
      while (end < entries.length && end - from < maxTogether && methodOf(entries[end]) === method) end++;
      return end - from;
    },
    handleTogether: (entries) => handleEntriesTogether(parts, entries, call),
  };
}

/** Entries of one method. Those whose parameters are valid run together. */
async function handleEntriesTogether(
  parts: DispatcherDependencies,
  entries: readonly unknown[],
  call: Call,
): Promise<readonly Reply[]> {
  const begun = entries.map((entry) => beginRequest(parts, entry, call));
  const running = begun.filter((each) => each instanceof RunningRequest);
  const outcomes = await outcomesTogether(running, call);
  let next = 0;
  const replies = begun.map((each) => {
    if (!(each instanceof RunningRequest)) return each;
    const outcome = outcomes[next++];
    return outcome?.status === 'fulfilled' ? each.succeed(outcome.value) : each.fail(outcome?.reason);
  });
  return replies.every((reply): reply is Reply => !(reply instanceof Promise)) ? replies : Promise.all(replies);
}

async function outcomesTogether(requests: readonly RunningRequest[], call: Call): Promise<Outcomes> {
  try {
    const args = requests.map((request) => request.args);
    return (await requests[0]?.method.runTogether?.(args, call)) ?? [];
  } catch (reason) {
    return requests.map(() => ({ status: 'rejected', reason }));
  }
}

/** The error code is EIP-1193's for unauthorized pages (4100). */
function guardFault(method: string, origin: string): RpcError {
  const page = JSON.stringify(origin.slice(0, 100));
  return new RpcError(4100, `pages of ${page} may not call ${method} here: cors-origin does not name them`);
}

function readRequest(dialect: Dialect, value: unknown): Request | RpcError {
  try {
    return dialect.readRequest(value);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

function faultOf({ dialect, toFault, onUnexpected }: DispatcherDependencies, method: string, error: unknown): RpcError {
  const known = error instanceof RpcError ? error : toFault(error);
  if (known !== undefined) return known;
  if (error instanceof OriginError) return new RpcError(error.code, error.message);
  // the client has gone before the origin of a fork has answered
  if (error instanceof StateUnavailableError) return new RpcError(-32000, error.message);
  onUnexpected(error, method);
  return dialect.internalFault(method);
}

/** Whether the chain limits the length of the result. */
function isOfChain({ methods }: DispatcherDependencies, request: unknown): boolean {
  const name = isJsonObject(request) ? request.method : undefined;
  return typeof name === 'string' && Object.hasOwn(methods, name) && methods[name]?.isOfChain === true;
}

/** Counts a long response until it is read. */
const uncounted = 16 * 1024;

function within(
  parts: DispatcherDependencies,
  reply: MaybePromise<Reply>,
  request: unknown,
  call: Call,
): MaybePromise<Reply> {
  if (reply instanceof Promise) {
    const shown = isJsonObject(request) ? { id: request.id, method: request.method } : request; // its parameters are free
    return reply.then((text) => within(parts, text, shown, call));
  }
  if (reply === undefined) return undefined;
  const fault = sendingFault(parts, reply.length, request, call);
  return fault === undefined ? reply : inPlaceOf(reply, faultText(idOf(request), fault));
}

function sendingFault(parts: DispatcherDependencies, length: number, request: unknown, call: Call) {
  const { maxResponse } = parts.limits;
  if (length > maxResponse && !isOfChain(parts, request))
    return parts.dialect.responseTooLarge(maxResponse, 'max-response-size');
  return length <= uncounted ? undefined : call.unread.reserve(length);
}
