import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { elapsedMs } from '../../../primitives/machine.ts';
import { makeFolder } from '../../../primitives/make-folder.ts';
import type { MaybePromise } from '../../../primitives/maybe-promise.ts';
import { FrameReader } from './frame-reader.ts';
import { decodeMessage, encodeFramed, type InputOf, type ValueOf } from './protobuf.ts';
import { request, response } from './types.ts';

type Requests = ValueOf<typeof request>;
type Responses = ValueOf<typeof response>;
type RequestName = Exclude<keyof Requests, 'echo' | 'flush'>;

export type RequestOf<Name extends RequestName> = NonNullable<Requests[Name]>;
export type ResponseOf<Name extends RequestName> = InputOf<NonNullable<Responses[Name]>>;

/**
 * One handler for each request. It may return a promise; the responses of a connection keep the order of its requests.
 * A commit whose handler returns undefined is never answered, which holds CometBFT where it is.
 */
export type AbciHandlers = {
  readonly [Name in RequestName]: (request: RequestOf<Name>) => MaybePromise<ResponseOf<Name> | Unanswered<Name>>;
};

type Unanswered<Name extends RequestName> = Name extends 'commit' ? undefined : never;

type AbciServerOptions = {
  readonly socketFile: string;
  readonly handlers: AbciHandlers;
  /** Called when a handler has failed; CometBFT gets the text and stops. */
  readonly onError: (error: unknown, name: string) => void;
  /** Called with the duration of a request in milliseconds, other work of the node included. */
  readonly onHandled?: (name: string, milliseconds: number) => void;
};

/** Serves ABCI 2.0 over a unix socket: CometBFT opens four connections, each with its own order. */
export class AbciServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #options: AbciServerOptions;

  private constructor(options: AbciServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Listens in a folder that only this user can enter. Replaces the socket of an earlier run. */
  static async open(options: AbciServerOptions): Promise<AbciServer> {
    const folder = dirname(options.socketFile);
    makeFolder(folder, 0o700);
    chmodSync(folder, 0o700);
    rmSync(options.socketFile, { force: true });
    const server = new AbciServer(options);
    server.#server.listen(options.socketFile);
    await once(server.#server, 'listening'); // rejects on 'error'
    return server;
  }

  /** Number of open connections: none when no CometBFT is connected. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {}); // 'close' follows
    const frames = new FrameReader();
    let waiting: Promise<void> | undefined;
    socket.on('data', (chunk) => {
      const results = this.#respondAll(socket, frames, chunk);
      if (waiting === undefined && results.every((result) => result instanceof Uint8Array)) {
        socket.cork();
        for (const result of results) socket.write(result);
        socket.uncork();
        return;
      }
      const turn: Promise<void> = (waiting ?? Promise.resolve()).then(async () => {
        for (const result of results) socket.write(await result);
        if (waiting === turn) waiting = undefined;
      });
      waiting = turn;
    });
  }

  #respondAll(socket: Socket, frames: FrameReader, chunk: Uint8Array): MaybePromise<Uint8Array>[] {
    try {
      return frames.push(chunk).map((frame) => this.#respond(frame));
    } catch (error) {
      this.#options.onError(error, 'framing');
      socket.destroy();
      return [];
    }
  }

  /** Never throws and never rejects. */
  #respond(frame: Uint8Array): MaybePromise<Uint8Array> {
    let name = 'request';
    const failed = (error: unknown) => {
      this.#options.onError(error, name);
      return encodeFramed(response, { exception: { error: error instanceof Error ? error.message : String(error) } });
    };
    try {
      const requests = decodeMessage(request, frame);
      const found = Object.entries(requests).find(([, value]) => value !== undefined);
      if (found === undefined) throw new RangeError('the request is not one of ABCI 2.0 as of CometBFT 0.40');
      name = found[0];
      if (name === 'flush') return encodeFramed(response, { flush: {} });
      if (requests.echo !== undefined) return encodeFramed(response, { echo: requests.echo });
      const handler = this.#options.handlers[name as RequestName] as (value: unknown) => unknown; // of the same name
      const began = elapsedMs();
      const encode = (value: unknown) => {
        this.#options.onHandled?.(name, elapsedMs() - began);
        return value === undefined ? emptyBytes : encodeFramed(response, { [name]: value });
      };
      const result = handler(found[1]);
      return result instanceof Promise ? result.then(encode).catch(failed) : encode(result);
    } catch (error) {
      return failed(error);
    }
  }
}
