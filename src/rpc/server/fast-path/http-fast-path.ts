import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { GenerationalCache } from '../../../primitives/generational-cache.ts';
import type { Access } from '../access/access.ts';
import { clientAt } from '../access/client.ts';
import type { ConnectionRules } from '../connection-rules.ts';
import { type HttpReply, headerLines, replyText, textReply, writeLongReply, writeReply } from '../http-reply.ts';
import type { PostHandler } from '../post-handler.ts';
import { ResponseBatcher } from '../response-batcher.ts';
import { type AdmittedHead, FastConnection, type FastConnectionServer } from './fast-connection.ts';
import { readRequestHead } from './request-head.ts';

export type FastPathOptions = {
  readonly maxBody: number;
  /** milliseconds until the first request, until the rest of an answer is read, and between two requests */
  readonly headerTimeout: number;
  readonly requestTimeout: number;
  readonly idleTimeout: number;
};

/** milliseconds between two looks at what the connections wait for */
const sweepInterval = 1000;
/** Heads differ by their content-length only: clients send the same ones again and again. */
const knownHeads = 256;
const longHead = 2048;
/** Characters of an answer that waits for others to leave with. */
const shortBody = 4096;
/** Not kept waiting for the rest of a request longer than this many sweeps; the whole parser has its own limits. */
const restSweeps = 1;

export type LaneParts = { readonly access: Access; readonly rules: ConnectionRules; readonly answers: PostHandler };

type ConnectionEvent = 'connection' | 'secureConnection';
type Listener = (this: Server, socket: Socket) => void;

/**
 * Answers plain requests of connections right where their bytes arrive, and passes every other connection on to the
 * HTTP server it stands before, unread. Most of what a small read costs is the making of Node's request and response
 * objects, the parsing of headers that are always the same, and writing in two parts.
 */
export class HttpFastPath implements FastConnectionServer {
  readonly maxBody: number;
  readonly #server: Server;
  readonly #whole: readonly Listener[];
  readonly #options: FastPathOptions;
  readonly #access: Access;
  readonly #rules: ConnectionRules;
  readonly #answers: PostHandler;
  readonly #connections = new Set<FastConnection>();
  readonly #heads = new GenerationalCache<string, AdmittedHead>(knownHeads, () => 1);
  readonly #parting = new ResponseBatcher((socket, reply) => writeReply(socket, reply, this.#lines));
  readonly #sweeps: NodeJS.Timeout;
  readonly #fixedLines: string;
  #lines = '';

  /** Takes the place of the server's own listeners. */
  constructor(server: Server, event: ConnectionEvent, options: FastPathOptions, { access, rules, answers }: LaneParts) {
    this.maxBody = options.maxBody;
    this.#server = server;
    this.#options = options;
    this.#access = access;
    this.#rules = rules;
    this.#answers = answers;
    const seconds = String(Math.floor(options.idleTimeout / 1000));
    this.#fixedLines = headerLines([
      ...access.commonHeaders,
      'connection',
      'keep-alive',
      'keep-alive',
      `timeout=${seconds}`,
    ]);
    this.#setDate();
    this.#whole = server.listeners(event) as Listener[];
    server.removeAllListeners(event).on(event, (socket: Socket) => this.#admit(socket));
    this.#sweeps = setInterval(() => this.#sweep(), sweepInterval).unref();
  }

  headOf(bytes: Buffer, end: number): AdmittedHead | undefined {
    const text = bytes.toString('latin1', 0, end);
    const known = this.#heads.get(text);
    if (known !== undefined) return known;
    const plain = readRequestHead(text);
    const head = plain && { ...plain, admission: this.#access.admit(plain) };
    if (head !== undefined && text.length <= longHead) this.#heads.set(text, head);
    return head;
  }

  answer(
    { socket, client: peer, unread }: FastConnection,
    { admission, contentType, forwardedFor }: AdmittedHead,
    body: Uint8Array,
  ): HttpReply | Promise<HttpReply> {
    const { refusal, readOnlyOrigin, headers } = admission;
    if (refusal !== undefined) return refusal;
    const sender = { client: this.#rules.clients.behind(peer, forwardedFor), readOnlyOrigin, headers, unread };
    return this.#answers.refusal(sender, contentType) ?? this.#answers.answer(socket, sender, body);
  }

  send(connection: FastConnection, reply: HttpReply): boolean {
    const { body } = reply;
    if (body.length <= shortBody) {
      this.#parting.add(connection, reply);
      return true;
    }
    this.#parting.leave();
    const { socket } = connection;
    if (typeof body === 'string') return writeReply(socket, reply, this.#lines);
    return writeLongReply(socket, { ...reply, body }, this.#lines, (isDone) => connection.progress(isDone));
  }

  sendAll(): void {
    this.#parting.leave();
  }

  passOn(connection: FastConnection, unread: Buffer): void {
    this.#connections.delete(connection);
    const { socket } = connection;
    for (const listener of this.#whole) listener.call(this.#server, socket);
    if (unread.length > 0) socket.unshift(unread);
    socket.resume();
  }

  /** Begins anew with a connection that the server has let go of; `read`: what it had read from it. */
  take(socket: Socket, read: Buffer): void {
    socket.setTimeout(0);
    socket.unshift(read);
    this.#open(socket);
  }

  /** Ends each connection as soon as what it asked is answered. */
  close(): void {
    clearInterval(this.#sweeps);
    for (const connection of this.#connections) connection.end();
  }

  destroyAll(): void {
    for (const { socket } of this.#connections) socket.destroy();
  }

  #admit(socket: Socket): void {
    const { connections } = this.#rules;
    const client = clientAt(socket.remoteAddress ?? '');
    const refusal = connections.open(client);
    if (refusal === undefined) {
      socket.once('close', () => connections.close(client));
      this.#open(socket);
    } else {
      socket.on('error', () => {}).end(replyText(textReply(503, refusal), 'connection: close\r\n'));
      socket.destroySoon();
    }
  }

  #open(socket: Socket): void {
    const connection = new FastConnection(socket, this.#rules.unreadOf(socket).response(), this);
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
  }

  #sweep(): void {
    this.#setDate();
    for (const connection of this.#connections) this.#check(connection);
  }

  #check(connection: FastConnection): void {
    const { headerTimeout, requestTimeout, idleTimeout } = this.#options;
    const checks = connection.countChecks();
    const isOver = (limit: number) => checks * sweepInterval > limit;
    switch (connection.waitsFor) {
      case 'rest':
        if (checks >= restSweeps) connection.passOn();
        return;
      case 'answer':
        if (isOver(2 * requestTimeout)) connection.socket.destroy();
        return;
      case 'first':
        if (isOver(headerTimeout)) connection.socket.destroy();
        return;
      case 'next':
        if (isOver(idleTimeout)) connection.socket.destroy();
    }
  }

  /** RFC 9110, 6.6.1 */
  #setDate(): void {
    this.#lines = `${this.#fixedLines}date: ${new Date().toUTCString()}\r\n`;
  }
}
