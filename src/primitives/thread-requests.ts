import type { MessagePort } from 'node:worker_threads';

/** Main thread → thread: a request, with a number that no other request to this thread has. */
export type ThreadRequest<Q> = { readonly id: number; readonly request: Q };

/** Thread → main thread: that it has loaded, and later the response to the request of this number. */
export type ThreadReply<A> = 'ready' | { readonly id: number; readonly response: A };

/** The program of a thread that responds to requests, one after the other. */
export function respondToRequests<Q, A>(port: MessagePort, respond: (request: Q) => A): void {
  const reply = (message: ThreadReply<A>) => port.postMessage(message);
  endOnUnreadable(port).on('message', ({ id, request }: ThreadRequest<Q>) => reply({ id, response: respond(request) }));
  reply('ready');
}

/**
 * Has a message that this thread cannot read, such as for want of memory, end the thread: whoever sent it would
 * otherwise wait without end.
 */
export function endOnUnreadable(port: MessagePort): MessagePort {
  return port.on('messageerror', (error) => {
    throw error;
  });
}
