import type { Socket } from 'node:net';
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

/**
 * Passes what a client sends to the parser of Node, which has taken the socket, a few lines at a time: the first ones at
 * once, and the others when it is the turn of the connection. What waits counts as unfinished, and nothing more is read
 * meanwhile; without room the connection is closed.
 */
export function parseInTurns(socket: Socket, { mainThread, faults, unfinished }: Rules): void {
  const parse = socket.listeners('data')[0] as (chunk: Buffer) => void; // of Node
  const client = clientAt(socket.remoteAddress ?? '');
  let share: UnfinishedShare | undefined;
  const guard = createGuard(faults, 'connection', () => socket.destroy());
  const fail = passError(guard);
  const owner = {
    network: client.network,
    connection: parse,
    get hasLeft() {
      return socket.destroyed;
    },
  };
  let waiting = noBytes;
  let isQueued = false;
  const passLater = () => {
    if (isQueued || waiting.length === 0 || isParserPaused(socket)) return;
    isQueued = true;
    const turn = () => {
      isQueued = false;
      passNext();
      if (waiting.length > 0) passLater();
      else if (!isParserPaused(socket)) socket.resume();
    };
    mainThread.runLater('longRequest', owner, turn, (error) => {
      socket.destroy(); // too much waits
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
    if (waiting.length > 0) share ??= unfinished.share(client);
    if (share?.hold(waiting.length) !== undefined) socket.destroy();
  };
  const receive = (chunk: Buffer) => {
    const isFirst = waiting.length === 0;
    waiting = isFirst ? chunk : Buffer.concat([waiting, chunk]);
    if (isFirst) guard(passNext);
    if (waiting.length === 0) return;
    socket.pause();
    passLater();
  };
  // Node removes its own listener, which this one stands for
  socket.removeListener('data', parse).on('data', Object.assign(receive, { listener: parse }));
  socket.on('resume', passLater).once('close', () => share?.release());
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

/** Whether Node waits for the client to read responses (`lib/_http_server.js`): its parser must get nothing then. */
function isParserPaused(socket: Socket): boolean {
  return '_paused' in socket && socket._paused === true;
}
