import type { MessagePort } from 'node:worker_threads';

/**
 * Has a message that this thread cannot read, such as for want of memory, end the thread: whoever sent it would
 * otherwise wait without end.
 */
export function endOnUnreadable(port: MessagePort): MessagePort {
  return port.on('messageerror', (error) => {
    throw error;
  });
}
