import { chmodSync, existsSync, lstatSync, type Stats, unlinkSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { fileFault } from '../../primitives/given-file.ts';
import { clearTimeout, setTimeout } from '../../primitives/machine.ts';
import { createGuard } from '../guard.ts';
import type { ConnectionRules } from './connections.ts';
import { localClient, type WebSocketHub } from './websocket-hub.ts';

/** The node cannot serve local connections at a path. */
export class LocalPathError extends Error {
  override name = 'LocalPathError';
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}; set another with --ipc <path>`);
  }
}

export type LocalServer = { readonly path: string; close(): Promise<void> };

/** Bytes of a path that all systems allow for a socket (sun_path of macOS has 104 with its end). */
const maxPathBytes = 103;
/** Milliseconds that running requests have when the server closes. */
const closeTimeoutMs = 1000;

/**
 * Serves JSON-RPC at a Unix socket that only this user can open: texts in a stream, by the sessions of `hub`. A socket
 * that a killed node has left is replaced; rejects with a LocalPathError when another program listens there, and for what
 * is no socket. The file is removed at the end.
 */
export async function openLocalServer(given: string, hub: WebSocketHub, rules: ConnectionRules): Promise<LocalServer> {
  const path = resolve(given);
  if (Buffer.byteLength(path) > maxPathBytes)
    throw new LocalPathError(path, `the path of a socket has at most ${maxPathBytes} bytes`);
  await removeStale(path);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    createGuard(rules.faults, 'connection', () => socket.destroy())(() => admit(socket, hub, rules));
  });
  await listen(server, path);
  return { path, close: () => close(server, sockets) };
}

async function removeStale(path: string): Promise<void> {
  const found = statOf(path);
  if (found === undefined) return;
  if (!found.isSocket()) throw new LocalPathError(path, 'there is something else than a socket');
  const code = await codeOfConnecting(path);
  if (code === undefined) throw new LocalPathError(path, 'another program listens there');
  if (code !== 'ECONNREFUSED' && code !== 'ENOENT') throw new LocalPathError(path, `cannot listen there (${code})`);
  unlinkSync(path);
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new LocalPathError(path, fileFault(error));
  }
}

/** The error code with which connecting fails; undefined when somebody listens. */
function codeOfConnecting(path: string): Promise<string | undefined> {
  return new Promise((resolveCode) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolveCode(undefined);
    });
    probe.once('error', (error) => resolveCode('code' in error ? String(error.code) : error.message));
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      reject(
        new LocalPathError(
          path,
          !existsSync(dirname(path)) ? 'there is no such folder' : `cannot listen there (${code})`,
        ),
      );
    });
    server.listen(path, () => {
      chmodSync(path, 0o600);
      done();
    });
  });
}

function admit(socket: Socket, hub: WebSocketHub, { connections }: ConnectionRules): void {
  if (connections.open(localClient) !== undefined) {
    socket.destroy();
    return;
  }
  socket.once('close', () => connections.close(localClient));
  hub.openLocal(socket);
}

function close(server: Server, sockets: Iterable<Socket>): Promise<void> {
  return new Promise((done) => {
    const timeout = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeTimeoutMs);
    server.close(() => {
      clearTimeout(timeout);
      done();
    });
  });
}
