import type { Socket } from 'node:net';
import type { Owner } from '../../scheduling/owner.ts';
import { createGuard, passError } from '../guard.ts';
import { clientAt } from './access/client.ts';
import type { ConnectionRules } from './connections.ts';
import type { UnfinishedShare } from './unfinished-bytes.ts';

const endOfLine = 0x0a;
const noBytes: Buffer = Buffer.alloc(0);

/**
 * Lines that the parser of Node gets before others have a turn. A packet of 64 kB may hold two thousand requests, of three
 * lines each, or ten thousand chunks of a body; Node makes objects of some 20 µs for each request, also for those behind
 * one with which the connection was closed.
 */
export const linesPerTurn = 64;

type Rules = Pick<ConnectionRules, 'mainThread' | 'faults' | 'unfinished'>;

/** Connections whose requests wait for their turn. */
const waitingRequests = new WeakSet<Socket>();

/** How a connection in the parser of Node, whose requests have begun to wait for their turn, has nothing more parsed. */
export const requestPauses = {
  pause(socket: Socket): void {
    waitingRequests.add(socket);
    socket.pause();
  },
  resume(socket: Socket): void {
    waitingRequests.delete(socket);
    socket.resume();
  },
};

/** For whom a connection in the parser of Node is served. */
export function parserOwner(socket: Socket, pauses?: typeof requestPauses): Owner {
  return {
    network: clientAt(socket.remoteAddress ?? '').network,
    connection: socket,
    get hasLeft() {
      return socket.destroyed;
    },
    pause: () => pauses?.pause(socket),
    resume: () => pauses?.resume(socket),
  };
}

/**
 * Passes what a client sends to the parser of Node, which has taken the socket, a few lines at a time, each time when it
 * is the turn of the connection: thousands of connections may send their first request at once. What waits counts as
 * unfinished, and nothing more is read meanwhile; without room the connection is closed.
 */
export function parseInTurns(socket: Socket, { mainThread, faults, unfinished }: Rules): void {
  const parse = socket.listeners('data')[0] as (chunk: Buffer) => void; // of Node
  let share: UnfinishedShare | undefined;
  const count = () => {
    if (waiting.length > 0) share ??= unfinished.share(clientAt(socket.remoteAddress ?? ''));
    if (share?.hold(waiting.length) !== undefined) socket.destroy();
  };
  const fail = passError(createGuard(faults, 'connection', () => socket.destroy()));
  const owner = parserOwner(socket);
  let waiting = noBytes;
  let isQueued = false;
  let isPausedHere = false;
  const takeTurn = () => {
    isQueued = false;
    passNext();
    count();
    if (waiting.length > 0) passSoon();
    else if (isPausedHere && !isParserPaused(socket)) {
      isPausedHere = false;
      socket.resume();
    }
  };
  const passSoon = (run: 'run' | 'runLater' = 'runLater') => {
    if (isQueued || waiting.length === 0 || isParserPaused(socket)) return;
    isQueued = true;
    mainThread[run]('parsing', owner, takeTurn, (error) => {
      socket.destroy();
      fail(error);
    });
  };
  const passNext = () => {
    if (isParserPaused(socket)) return;
    const part = waiting.subarray(0, endOfLines(waiting));
    waiting = waiting.subarray(part.length);
    parse.call(socket, part);
    const hasChanged = !socket.listeners('data').includes(parse);
    if (hasChanged && waiting.length > 0) socket.push(waiting); // of the protocol that the client has changed to
    if (hasChanged || socket.destroyed) waiting = noBytes;
  };
  const receive = (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    passSoon('run');
    if (waiting.length === 0) return;
    isPausedHere = true;
    socket.pause();
    count();
  };
  // Node removes its own listener, which this one stands for
  socket.removeListener('data', parse).on('data', Object.assign(receive, { listener: parse }));
  socket.on('resume', () => passSoon()).once('close', () => share?.release());
}

/** Where the lines of one turn end. */
function endOfLines(bytes: Buffer): number {
  let end = 0;
  for (let lines = 0; lines < linesPerTurn; lines++) {
    end = bytes.indexOf(endOfLine, end) + 1;
    if (end === 0) return bytes.length;
  }
  return end;
}

/**
 * Whether Node waits for the client to read responses (`lib/_http_server.js`), or requests wait for their turn: its
 * parser must get nothing then.
 */
function isParserPaused(socket: Socket): boolean {
  return waitingRequests.has(socket) || ('_paused' in socket && socket._paused === true);
}
