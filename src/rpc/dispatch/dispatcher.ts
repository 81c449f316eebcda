import { isAscii, isUtf8 } from 'node:buffer';
import { OriginError, StateUnavailableError } from '../../state/origin-state.ts';
import {
  type Call,
  type Client,
  type JsonValue,
  type LongText,
  type Method,
  type Methods,
  RpcError,
} from '../types.ts';
import { type EntryHandlers, handleBatch } from './batch.ts';
import type { Dialect } from './dialect.ts';
import { faultText, resultText } from './envelope.ts';
import { parseJson } from './parse-json.ts';
import { readParams } from './read-params.ts';
import { idOf, isJsonObject, type Request } from './request.ts';

/** Text of a response; undefined when there is none, as for a notification. */
export type Reply = string | LongText | undefined;

export type Dispatch = (body: Uint8Array, call: Call) => Reply | Promise<Reply>;

export type DispatchLimits = {
  /** requests per batch */
  readonly maxBatch: number;
  /** characters of a response to one request, and to a batch */
  readonly maxResponse: number;
  readonly maxBatchResponse: number;
  /** milliseconds after which the remaining entries of a batch get an error */
  readonly batchTimeout: number;
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
  const { dialect, limits, waiting } = parts;
  const handleAny = (request: unknown, call: Call): Reply | Promise<Reply> =>
    Array.isArray(request)
      ? handleBatch(request, entryHandlers(parts, call), { dialect, limits, call })
      : within(parts, handleRequest(parts, request, call), request, call);
  return (body, call) => {
    let request: unknown;
    try {
      request = parseJson(decodeText(body), limits.maxDepth, limits.maxValues);
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

/** Calls `end` when the reply is there, or has failed. */
function andThenEnd(handle: () => Reply | Promise<Reply>, end: () => void): Reply | Promise<Reply> {
  let reply: Reply | Promise<Reply>;
  try {
    reply = handle();
    return reply instanceof Promise ? reply.finally(end) : reply;
  } finally {
    if (!(reply instanceof Promise)) end();
  }
}

/** Bytes → text. Throws a RangeError when they are not UTF-8. */
function decodeText(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new RangeError('not valid UTF-8');
  return bytes.toString('utf8');
}

/** Entries of a batch that start together: parsing so many transactions takes a few milliseconds. */
const maxTogether = 128;

type Run = (method: Method, args: readonly unknown[], call: Call) => JsonValue | Promise<JsonValue>;

const runMethod: Run = (method, args, call) => method.run(args, call);

function handleRequest(
  parts: DispatcherDependencies,
  value: unknown,
  call: Call,
  run = runMethod,
): Reply | Promise<Reply> {
  const { dialect, methods } = parts;
  const request = readRequest(dialect, value);
  if (request instanceof RpcError) return faultText(idOf(value), request);
  const { id, method: name } = request;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return id === undefined ? undefined : faultText(id, dialect.methodNotFound(name));
  if (method.isGuarded && call.readOnlyOrigin !== undefined) {
    return id === undefined ? undefined : faultText(id, guardFault(name, call.readOnlyOrigin));
  }
  const end = endOf(parts, name);
  const fail = (error: unknown): Reply | Promise<Reply> => {
    if (error instanceof StateUnavailableError && !call.signal.aborted) {
      return error.fetch().then(() => handleRequest(parts, value, call), fail); // nothing was changed
    }
    const fault = faultOf(parts, name, error);
    end(true);
    return id === undefined ? undefined : faultText(id, fault);
  };
  const succeed = (result: JsonValue): Reply => {
    const text = id === undefined ? undefined : resultText(id, result);
    end(false);
    return text;
  };
  try {
    const result = run(method, readParams(name, method, request.params, dialect), call);
    return result instanceof Promise ? result.then(succeed).catch(fail) : succeed(result);
  } catch (error) {
    return fail(error);
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
function handleEntriesTogether(
  parts: DispatcherDependencies,
  entries: readonly unknown[],
  call: Call,
): readonly (Reply | Promise<Reply>)[] {
  const started: { readonly args: readonly unknown[]; readonly settle: (result: Promise<JsonValue>) => void }[] = [];
  let runTogether: Method['runTogether'];
  const start: Run = (method, args) => {
    runTogether = method.runTogether;
    return new Promise<JsonValue>((settle) => started.push({ args, settle }));
  };
  const replies = entries.map((entry) => handleRequest(parts, entry, call, start));
  const all = started.map(({ args }) => args);
  for (const [index, result] of (runTogether?.(all, call) ?? []).entries()) started[index]?.settle(result);
  return replies;
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

/** Reports the end of a call to the metrics, if there are any. */
function endOf({ metrics }: DispatcherDependencies, method: string): (isFault: boolean) => void {
  if (metrics === undefined) return ignore;
  const began = performance.now();
  return (isFault) => metrics.observe(method, performance.now() - began, isFault);
}

function ignore(): void {}

function faultOf({ dialect, toFault, onUnexpected }: DispatcherDependencies, method: string, error: unknown): RpcError {
  const known = error instanceof RpcError ? error : toFault(error);
  if (known !== undefined) return known;
  if (error instanceof OriginError) return new RpcError(error.code, error.message);
  onUnexpected(error, method);
  return dialect.internalFault(method);
}

/** Counts a long response until it is read. */
const uncounted = 16 * 1024;

function within(
  parts: DispatcherDependencies,
  reply: Reply | Promise<Reply>,
  request: unknown,
  call: Call,
): Reply | Promise<Reply> {
  if (reply instanceof Promise) return reply.then((text) => within(parts, text, request, call));
  if (reply === undefined) return undefined;
  const { maxResponse } = parts.limits;
  if (reply.length > maxResponse) {
    return faultText(idOf(request), parts.dialect.responseTooLarge(maxResponse, 'max-response-size'));
  }
  if (reply.length <= uncounted) return reply;
  const fault = call.unread.reserve(reply.length);
  return fault === undefined ? reply : faultText(idOf(request), fault);
}
