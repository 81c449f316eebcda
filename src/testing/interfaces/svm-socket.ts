import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { WebSocket } from 'ws';

/** A notification of a subscription. */
type SvmNotification = {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: { readonly result: unknown; readonly subscription: number };
};

type Response = { readonly id: number; readonly result?: unknown; readonly error?: unknown };

/**
 * A plain WebSocket connection to the SVM interface: requests, which resolve with the result or the error, and what was
 * notified.
 */
export async function connectSvmSocket(t: TestContext, url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  t.after(() => socket.close());
  const notifications: SvmNotification[] = [];
  const waiting = new Map<number, (response: Response) => void>();
  socket.on('message', (data) => {
    const message: SvmNotification | Response = JSON.parse(String(data));
    if ('id' in message) waiting.get(message.id)?.(message);
    else notifications.push(message);
  });
  let lastId = 0;
  const request = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId;
    const responded = new Promise<Response>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const { result, error } = await responded;
    return error ?? result;
  };
  return { request, notifications, socket };
}
