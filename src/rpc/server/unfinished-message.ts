import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout, type Timer } from '../../primitives/machine.ts';
import { FrameCounter } from './frame-counter.ts';
import type { UnfinishedShare } from './unfinished-bytes.ts';

/** Bytes of memory that each chunk or fragment of a message takes besides its content. */
const partOverheadBytes = 256;

type MessageLimits = {
  readonly share: UnfinishedShare;
  /** milliseconds in which a whole message must arrive */
  readonly timeoutMs: number;
};

/**
 * Counts the memory of a WebSocket message that has not arrived as a whole: `ws` keeps it, and says nothing before the
 * last byte. `onFault` is called, with a reason for the client, when there is no room for more or the time is over.
 */
export function limitUnfinishedMessage(
  connection: Duplex,
  { share, timeoutMs }: MessageLimits,
  onFault: (reason: string) => void,
): void {
  const counter = new FrameCounter();
  let timer: Timer | undefined;
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  // before `ws`: a message that is complete counts no longer when it is handled, or begins to wait
  connection.prependListener('data', (chunk: Uint8Array) => {
    counter.add(chunk);
    const exhausted = share.hold(counter.bytes + counter.parts * partOverheadBytes);
    if (exhausted !== undefined) onFault(`too many unfinished messages (${exhausted})`);
    else if (counter.bytes === 0) stopTimer();
    else timer ??= setTimeout(() => onFault('a message took too long to arrive (request-timeout)'), timeoutMs).unref();
  });
  connection.once('close', () => {
    stopTimer();
    share.release();
  });
}
