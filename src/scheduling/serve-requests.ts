import type { MessagePort } from 'node:worker_threads';

/** Main thread → thread: a request, with a number that no other request to this thread has. */
export type RequestMessage<Request> = { readonly id: number; readonly request: Request };

/** Thread → main thread: that it has loaded, and later the result of the request of this number, or a part of it. */
export type ReplyMessage<Result> =
  | 'ready'
  | { readonly id: number; readonly part: Uint8Array }
  | { readonly id: number; readonly result: Result };

/** What the program of a thread is started with, besides the data of its pool. */
export type WorkerCells = {
  /** see GuardedWorker */
  readonly nativeCalls: Int32Array;
  /** one cell; not zero when what the thread does must end */
  readonly stop: Int32Array;
};

/** Sends the result of one request. */
export type Reply<Result> = {
  /** Sends a part of it. The bytes move to the main thread. */
  part(bytes: Uint8Array<ArrayBuffer>): void;
  /** Sends the end of it, once. `moved`: buffers of the result that move instead of being copied. */
  end(result: Result, moved?: ArrayBuffer[]): void;
};

/**
 * The program of a thread of a WorkerPool: serves its requests in their order. An error that `serve` throws ends the
 * thread, and so does a message that cannot be read, such as for want of memory: whoever sent it would otherwise wait
 * without end.
 */
export function serveRequests<Request, Result>(
  port: MessagePort,
  serve: (request: Request, reply: Reply<Result>) => void,
): void {
  const post = (message: ReplyMessage<Result>, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  port.on('messageerror', (error) => {
    throw error;
  });
  port.on('message', ({ id, request }: RequestMessage<Request>) =>
    serve(request, {
      part: (part) => post({ id, part }, [part.buffer]),
      end: (result, moved) => post({ id, result }, moved),
    }),
  );
  post('ready');
}

/** The same for results that are returned at once. */
export function respondToRequests<Request, Result>(port: MessagePort, respond: (request: Request) => Result): void {
  serveRequests<Request, Result>(port, (request, reply) => reply.end(respond(request)));
}
