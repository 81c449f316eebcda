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

/** How a connection continues when none of its requests waits any more. */
const parsersOf = new WeakMap<Socket, () => void>();

/** How a connection in the parser of Node, whose requests have begun to wait for their turn, has nothing more parsed. */
export const requestPauses = {
  pause(socket: Socket): void {
    waitingRequests.add(socket);
    socket.pause();
  },
  resume(socket: Socket): void {
    waitingRequests.delete(socket);
    parsersOf.get(socket)?.();
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
 * unfinished once its first lines are parsed, and nothing more is read meanwhile; without room the connection is closed.
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
    endIfDone();
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
  const goOn = () => {
    if (waiting.length > 0) passSoon();
    else socket.resume();
  };
  const end = socket.listeners('end').at(-1) as () => void; // of Node
  let hasEnded = false;
  const endIfDone = () => {
    if (hasEnded && waiting.length === 0) end.call(socket);
  };
  const noteEnd = () => {
    hasEnded = true; // a client that sends nothing more gets the responses to what waits
    endIfDone();
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
    const isFirst = waiting.length === 0;
    waiting = isFirst ? chunk : Buffer.concat([waiting, chunk]);
    passSoon('run');
    if (waiting.length === 0) return;
    isPausedHere = true;
    socket.pause();
    if (!isFirst) count(); // without room the first packet gets an answer, which only its parsing can give
  };
  // Node removes its own listeners, which these stand for
  socket.removeListener('data', parse).on('data', Object.assign(receive, { listener: parse }));
  socket.removeListener('end', end).on('end', Object.assign(noteEnd, { listener: end }));
  parsersOf.set(socket, goOn);
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
