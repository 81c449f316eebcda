import type { Socket } from 'node:net';
import { clearTimeout, setTimeout, type Timer } from '../../primitives/machine.ts';
import type { MessageSource } from './message-source.ts';
import { TextSplitter } from './text-splitter.ts';
import type { TextStream } from './text-stream.ts';
import type { UnfinishedShare } from './unfinished-bytes.ts';

type TextLimits = {
  readonly share: UnfinishedShare;
  /** milliseconds in which a whole text must arrive */
  readonly timeoutMs: number;
  readonly maxBytes: number;
};

const noBytes = new Uint8Array();
/** Bytes that wait, up to which they are not counted. */
const uncountedBytes = 4096;
/** Texts that are passed before others have a turn. */
const textsPerTurn = 64;

/** The bytes of a text that has not arrived as a whole, in one piece of memory that doubles. */
class Unfinished {
  #bytes: Uint8Array = noBytes;
  length = 0;

  get capacity(): number {
    return this.#bytes.length;
  }

  add(more: Uint8Array): void {
    if (this.length + more.length > this.capacity) {
      const larger = new Uint8Array(Math.max(2 * this.capacity, this.length + more.length));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.length);
    this.length += more.length;
  }

  take(): Buffer {
    const { buffer, byteOffset } = this.#bytes;
    const all = Buffer.from(buffer, byteOffset, this.length);
    this.#bytes = noBytes;
    this.length = 0;
    return all;
  }
}

/**
 * Has a stream emit the texts that arrive, one by one, and none while it is paused: a chunk may hold thousands. Counts the
 * memory of what waits, and of a text that has not arrived as a whole. `onFault` is called, with a reason for the client,
 * when there is no room for more, the text is too long or the time is over. `later` pauses the connection and does the
 * work when it is its turn. Returns a function to be called when the connection is no longer paused, which returns
 * whether all is passed.
 */
export function feedTexts(
  stream: TextStream,
  connection: Socket,
  source: Pick<MessageSource, 'isPaused'>,
  { share, timeoutMs, maxBytes }: TextLimits,
  later: (work: () => void) => void,
  onFault: (reason: string) => void,
): () => boolean {
  const splitter = new TextSplitter();
  const unfinished = new Unfinished();
  let waiting: Uint8Array = noBytes;
  let isFeeding = false;
  let hasEnded = false;
  let timer: Timer | undefined;
  const end = (reason?: string) => {
    hasEnded = true;
    waiting = noBytes;
    unfinished.take();
    clearTimeout(timer);
    share.release();
    if (reason !== undefined) onFault(reason);
  };
  const count = () => {
    const exhausted = share.hold(unfinished.capacity + (waiting.length > uncountedBytes ? waiting.length : 0));
    if (exhausted !== undefined) end(`too many unfinished messages (${exhausted})`);
  };
  /** Passes the next text; returns whether there was one. */
  const next = (): boolean => {
    const found = splitter.find(waiting);
    const part = waiting.subarray(found?.start ?? waiting.length, found?.end);
    waiting = waiting.subarray(found?.end ?? waiting.length);
    if (unfinished.length + part.length > maxBytes) {
      end(`a message has more than ${maxBytes} bytes (max-body-size)`);
      return false;
    }
    if (found?.end === undefined) {
      if (part.length === 0) return false;
      unfinished.add(part);
      timer ??= setTimeout(() => end('a message took too long to arrive (request-timeout)'), timeoutMs).unref();
      return false;
    }
    clearTimeout(timer);
    timer = undefined;
    const isWhole = unfinished.length === 0;
    if (!isWhole) unfinished.add(part);
    stream.emit('message', isWhole ? Buffer.from(part.buffer, part.byteOffset, part.length) : unfinished.take());
    if (found.isBroken) {
      end();
      stream.emit('ended');
    }
    return true;
  };
  const feed = () => {
    if (isFeeding) return false;
    isFeeding = true;
    let passed = 0;
    while (waiting.length > 0 && !source.isPaused && passed < textsPerTurn) if (next()) passed++;
    isFeeding = false;
    if (!hasEnded) count();
    if (passed === textsPerTurn && waiting.length > 0 && !source.isPaused) later(feed);
    return waiting.length === 0;
  };
  connection.on('data', (chunk: Uint8Array) => {
    if (hasEnded) return;
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    feed();
  });
  connection.once('close', () => end());
  return feed;
}
