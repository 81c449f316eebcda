import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout, type Timer } from '../../primitives/machine.ts';
import { FrameCounter } from './frame-counter.ts';
import type { MessageSource } from './message-source.ts';
import type { UnfinishedShare } from './unfinished-bytes.ts';

const noBytes = new Uint8Array();
/** Bytes of memory that each chunk or fragment of a message takes besides its content. */
const partOverheadBytes = 256;

type MessageLimits = {
  readonly share: UnfinishedShare;
  /** milliseconds in which a whole message must arrive */
  readonly timeoutMs: number;
};

/** Bytes of messages that wait, up to which they are not counted. */
const uncountedBytes = 4096;

/** Frames that are passed before others have a turn: a chunk may hold ten thousand that end no message, such as pings. */
export const framesPerTurn = 64;

/**
 * Passes what a WebSocket client sends to `ws` message by message, and none while the connection is paused: a chunk of
 * 64 kB may hold ten thousand. Counts the memory of what waits, and of a message that has not arrived as a whole: `ws`
 * keeps it, and says nothing before the last byte. `onFault` is called, with a reason for the client, when there is no
 * room for more or the time is over. `later` pauses the connection and does the work when it is its turn. Returns a
 * function to be called when the connection is no longer paused, which returns whether all is passed.
 */
export function feedMessages(
  connection: Duplex,
  source: Pick<MessageSource, 'isPaused'>,
  { share, timeoutMs }: MessageLimits,
  later: (work: () => void) => void,
  onFault: (reason: string) => void,
): () => boolean {
  const counter = new FrameCounter();
  const toWebSocket = connection.listeners('data')[0] as (chunk: Uint8Array) => void; // of `ws`
  let waiting: Uint8Array = noBytes;
  let isFeeding = false;
  let timer: Timer | undefined;
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const hold = (bytes: number) => {
    const exhausted = share.hold(bytes);
    if (exhausted === undefined) return true;
    waiting = noBytes;
    onFault(`too many unfinished messages (${exhausted})`);
    return false;
  };
  const next = () => {
    const part = waiting.subarray(0, counter.add(waiting, framesPerTurn));
    waiting = waiting.subarray(part.length);
    // before `ws`: a message that is complete counts no longer when it is handled, or begins to wait
    if (!hold(counter.bytes + counter.parts * partOverheadBytes)) return;
    if (counter.bytes === 0) stopTimer();
    else timer ??= setTimeout(() => onFault('a message took too long to arrive (request-timeout)'), timeoutMs).unref();
    toWebSocket.call(connection, part);
    if (counter.frames === framesPerTurn && waiting.length > 0) later(feed);
  };
  const feed = () => {
    if (isFeeding) return false;
    isFeeding = true;
    while (waiting.length > 0 && !source.isPaused) {
      if (connection.listeners('data').includes(toWebSocket)) next();
      else waiting = noBytes; // `ws` reads nothing after the frame that closes
    }
    isFeeding = false;
    if (waiting.length > 0) hold(waiting.length > uncountedBytes ? waiting.length : 0);
    return waiting.length === 0;
  };
  const receive = (chunk: Uint8Array) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    feed();
  };
  // `ws` removes its own listener, which this one stands for
  connection.removeListener('data', toWebSocket).on('data', Object.assign(receive, { listener: toWebSocket }));
  connection.once('close', () => {
    stopTimer();
    share.release();
  });
  return feed;
}
