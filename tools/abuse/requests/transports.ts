import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/** Carries a message to the node and its response back: empty text for a notification. Rejects when it fails. */
export type Transport = { send(message: string, awaitsResponse: boolean): Promise<string>; close(): void };

/** Milliseconds after which a request has failed. */
const usualTimeoutMs = 30_000;

/** Messages as bodies of POST requests, over at most four connections. */
export function httpTransport(url: string, timeoutMs = usualTimeoutMs): Transport {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = (message: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(message) };
      const sent = request(url, { method: 'POST', agent, headers, timeout: timeoutMs }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => resolve(Buffer.concat(chunks).toString()));
      });
      sent.on('timeout', () => sent.destroy(new Error(`no response in ${timeoutMs} ms`)));
      sent.on('error', reject);
      sent.end(message);
    });
  return { send, close: () => agent.destroy() };
}

/** Notifications of subscriptions are skipped. A connection that the node has closed is opened again. */
export async function webSocketTransport(url: string, timeoutMs = usualTimeoutMs): Promise<Transport> {
  let socket = await open(url);
  const send = async (message: string, awaitsResponse: boolean) => {
    if (socket.readyState !== WebSocket.OPEN) socket = await open(url);
    socket.send(message);
    return awaitsResponse ? nextResponse(socket, timeoutMs) : '';
  };
  return { send, close: () => socket.terminate() };
}

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.on('error', () => {});
  return socket;
}

function nextResponse(socket: WebSocket, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.off('message', onMessage);
      socket.off('close', onClose);
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new Error(`no response in ${timeoutMs} ms`))), timeoutMs);
    const onMessage = (data: unknown) => {
      const text = String(data);
      if (!/^\{"jsonrpc":"2.0","method":/.test(text)) end(() => resolve(text));
    };
    const onClose = (code: number) => end(() => reject(new Error(`closed with ${code}`)));
    socket.on('message', onMessage);
    socket.on('close', onClose);
  });
}
