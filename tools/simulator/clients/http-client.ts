import assert from 'node:assert/strict';
import type { Described } from '../../abuse/requests/schema-rules.ts';
import { namesLimit } from '../node/limits.ts';
import { situation } from '../situations.ts';
import type { Connection, WireManners } from '../world/connection.ts';
import type { Process } from '../world/scheduler.ts';
import type { World } from '../world/world.ts';

/** What is answered when a disk cannot be read, and for no other reason. */
const unexpectedError = /"code":-32603,"message":"Internal error"/;

/** A request as JSON text. */
export function request(method: string, params: readonly unknown[], id: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** What a request came to. */
export type Reply = {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/**
 * What a client gets for a message: the body of the response; undefined when it failed, for the reason that is given, or
 * the connection was closed.
 */
export type OnAnswer = (answer: string | undefined, refusal?: string) => void;

/** Requests of one connection that may wait. */
const mostWaiting = 250;

/** Milliseconds that a request, and the news that its connection is closed, are under way at most. */
const underWayMs = 5_000;

const endOfHead = Buffer.from('\r\n\r\n');

/** A client of the HTTP interface at a port, on one connection at a time, whose answers come in order. */
export class HttpClient {
  readonly #world: World;
  readonly #port: number;
  readonly #address: string;
  readonly #manners: WireManners;
  #connection: Connection | undefined;
  readonly #waiting: OnAnswer[] = [];
  #unread = Buffer.alloc(0);
  #hasEnded = false;
  /** It has got a text that says why it is not served, or never ends its request. */
  #wasRefused = false;
  /** the last answer, and after which time in milliseconds the node closes a connection without a request, as it has said */
  #answered = { atMs: 0, keepAliveMs: Number.POSITIVE_INFINITY };
  /** Nothing was sent for so long that the node may have closed the connection meanwhile (RFC 9112, 9.3). */
  #wasIdle = false;

  constructor(world: World, port: number, address: string, manners: WireManners) {
    this.#world = world;
    this.#port = port;
    this.#address = address;
    this.#manners = manners;
  }

  /** Requests without an answer. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Posts a message. `fields`: further lines of the head. */
  post(body: string, onAnswer: OnAnswer, fields = ''): void {
    const bytes = Buffer.from(body);
    const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${fields}content-length: ${bytes.length}\r\n\r\n`;
    const idleMs = this.#world.scheduler.nowMs - this.#answered.atMs;
    this.#wasIdle = this.#waiting.length === 0 ? idleMs > this.#answered.keepAliveMs - underWayMs : this.#wasIdle;
    this.#waiting.push(onAnswer);
    this.#open().send(Buffer.concat([Buffer.from(head), bytes]));
  }

  /** Posts one request, or several as a batch. `onReplies` gets what they came to: nothing when there was no answer. */
  ask(requests: readonly string[], onReplies: (replies: readonly Reply[]) => void): void {
    this.post(requests.length === 1 ? requests.join() : `[${requests.join()}]`, (answer) => {
      const replies: Reply | readonly Reply[] = answer === undefined ? [] : JSON.parse(answer);
      onReplies([replies].flat());
    });
  }

  /** Asks for the methods that the interface declares; none when they are longer than a limit. */
  discover(onMethods: (methods: readonly Described[]) => void): void {
    this.ask([request('rpc.discover', [], 0)], ([reply]) => {
      const { methods = [] } = (reply?.result ?? {}) as { readonly methods?: readonly Described[] };
      if (methods.length > 0) onMethods(methods);
    });
  }

  /** The process at the other end; undefined without a connection. */
  get server(): Process | undefined {
    return this.#connection?.server;
  }

  /** Leaves at once; what waits has no answer. */
  leave(): void {
    this.#connection?.leave();
    this.#end();
  }

  /** Sends a part of a request, and never the rest: the node has to end the connection. */
  dawdle(): void {
    this.#waiting.push(() => situation('a client never ends its request'));
    [this.#hasEnded, this.#wasRefused] = [true, true];
    this.#open().send(Buffer.from('POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n'));
  }

  /** Whether it can send now: one that has ended its direction waits for the end of its connection. */
  get canSend(): boolean {
    return !this.#hasEnded;
  }

  /** Sends nothing more on this connection, and still gets its answers. */
  sendNoMore(): void {
    if (this.#connection === undefined) return;
    if (!this.#world.isCalm) situation('a client closes its half');
    this.#hasEnded = true;
    this.#connection.end();
  }

  #open(): Connection {
    if (this.#connection?.isOpen === true) return this.#connection;
    this.#connection = this.#world.connect(this.#port, this.#address, this.#manners, {
      onData: (bytes) => this.#receive(bytes),
      onClose: () => this.#takeEnd(),
    });
    return this.#connection;
  }

  /** The server has ended the connection: it answers what waits first, unless its process ends or has said why not. */
  #takeEnd(): void {
    const { length } = this.#waiting;
    if (length > 0 && length <= mostWaiting && !this.#wasRefused && !this.#wasIdle)
      this.#world.assertEnds(this.server, 'a request is answered before its connection is closed');
    this.#end();
  }

  #end(): void {
    this.#connection = undefined;
    [this.#hasEnded, this.#wasRefused, this.#wasIdle] = [false, false, false];
    this.#answered = { atMs: 0, keepAliveMs: Number.POSITIVE_INFINITY };
    this.#unread = Buffer.alloc(0);
    for (const onAnswer of this.#waiting.splice(0)) onAnswer(undefined);
  }

  #receive(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const response = readResponse(this.#unread);
      if (response === undefined) return;
      this.#unread = this.#unread.subarray(response.size);
      const [, seconds] = /\r\nkeep-alive: timeout=(\d+)/.exec(response.head) ?? [];
      const keepAliveMs = seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1_000;
      this.#answered = { atMs: this.#world.scheduler.nowMs, keepAliveMs };
      this.#wasIdle = false;
      const onAnswer = this.#waiting.shift();
      if (onAnswer === undefined)
        throw new Error(`a response that nobody has asked for: ${response.body.slice(0, 200)}`);
      const isFailure = this.#isFailure(response);
      this.#wasRefused ||= isFailure;
      if (isFailure) onAnswer(undefined, response.body);
      else onAnswer(response.body);
    }
  }

  /** Whether it is no answer: the node could not read its disk, or the client has come to a limit of HTTP. */
  #isFailure({ head, body }: Response): boolean {
    assert.ok(this.#hasEnded || !head.startsWith('http/1.1 408'), 'a whole request does not run out of time');
    const isLimit = namesLimit(this.#world, head.startsWith('http/1.1 200 ') ? body : `${head} ${body}`);
    assert.ok(isLimit || /^http\/1.1 20[04] /.test(head), `${head} ${body.slice(0, 300)}`);
    const isUnexpected = unexpectedError.test(body);
    const isExplained = this.server !== undefined && this.#world.failed.has(this.server);
    assert.ok(!isUnexpected || isExplained, `an internal error: ${body.slice(0, 300)}`);
    return !head.startsWith('http/1.1 20') || isUnexpected;
  }
}

type Response = { readonly head: string; readonly body: string; readonly size: number };

/** The first response in the bytes; undefined while it is not there to its end. */
function readResponse(bytes: Buffer): Response | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  if (!head.startsWith('http/1.1 ')) throw new Error(`no response: ${head.slice(0, 80)}`);
  const start = end + endOfHead.length;
  const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? [];
  if (length !== undefined) {
    const size = start + Number(length);
    return bytes.length < size ? undefined : { head, body: bytes.toString('utf8', start, size), size };
  }
  if (!head.includes('transfer-encoding: chunked')) return { head, body: '', size: start };
  const chunks = readChunks(bytes, start);
  return chunks && { head, ...chunks };
}

function readChunks(bytes: Buffer, start: number): { readonly body: string; readonly size: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const endOfLine = bytes.indexOf('\r\n', at);
    if (endOfLine < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, endOfLine), 16);
    const next = endOfLine + 2 + length + 2;
    if (bytes.length < next) return undefined;
    if (length === 0) return { body: Buffer.concat(parts).toString('utf8'), size: next };
    parts.push(bytes.subarray(endOfLine + 2, next - 2));
    at = next;
  }
}
