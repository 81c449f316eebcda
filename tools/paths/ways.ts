import { request } from 'node:http';
import type { NodeUrls } from '#qord/node/banner.ts';
import { httpTransport, type Transport, webSocketTransport } from '../abuse/requests/transports.ts';
import type { Question } from './question.ts';
import { requestOf } from './question.ts';

/** A way to ask questions: the texts of the responses, each as if it had been asked alone. */
type Way = {
  readonly name: string;
  ask(questions: readonly [Question, Question]): Promise<readonly [string, string]>;
};

/** The ways into one interface of a node; the first is that of most clients. */
export type Ways = {
  readonly all: readonly [Way, ...Way[]];
  /** sends one request by the first */
  send(text: string): Promise<string>;
  close(): void;
};

/** Opens the connections to one interface. */
export async function openWays(urls: NodeUrls, face: Question['face']): Promise<Ways> {
  const url = (face === 'eth' ? urls.http : urls.svm) ?? '';
  const http = httpTransport(url);
  const fast: Way = { name: 'HTTP, fast path', ask: each((text) => http.send(text, true)) };
  const ways: [Way, ...Way[]] = [
    fast,
    { name: 'HTTP in chunks', ask: each((text) => inChunks(url, text)) },
    { name: 'HTTP, spelled differently', ask: each((text) => http.send(respelled(text), true)) },
    { name: 'HTTP, batch', ask: batched((text) => http.send(text, true)) },
    { name: 'HTTP, batch in chunks', ask: batched((text) => inChunks(url, text)) },
    { name: 'HTTP, batch spelled differently', ask: batched((text) => http.send(respelled(text), true)) },
  ];
  const socket = face === 'eth' ? await webSocketTransport(urls.webSocket ?? '') : undefined;
  if (socket !== undefined) ways.push(...overSocket(socket));
  return {
    all: ways,
    send: (text) => http.send(text, true),
    close: () => {
      http.close();
      socket?.close();
    },
  };
}

function overSocket(socket: Transport): readonly Way[] {
  return [
    { name: 'WebSocket', ask: each((text) => socket.send(text, true)) },
    { name: 'WebSocket, batch', ask: batched((text) => socket.send(text, true)) },
  ];
}

function each(send: (text: string) => Promise<string>): Way['ask'] {
  return async ([one, other]) => [await send(requestOf(one)), await send(requestOf(other))];
}

/** Splits the response where the second one begins; both questions have the id 1. */
function batched(send: (text: string) => Promise<string>): Way['ask'] {
  return async ([one, other]) => {
    const text = await send(`[${requestOf(one)},${requestOf(other, 2)}]`);
    const second = text.lastIndexOf(',{"jsonrpc":"2.0","id":2,');
    if (!text.startsWith('[') || !text.endsWith(']') || second < 0) return [text, text];
    return [text.slice(1, second), text.slice(second + 1, -1).replace('"id":2', '"id":1')];
  };
}

/** The same JSON with other spaces and an escaped method name, which no library writes. */
function respelled(text: string): string {
  return JSON.stringify(JSON.parse(text), undefined, 1).replaceAll('"method": "e', '"method"\t:"\\u0065');
}

/** A body without a content length leaves the fast path for good. */
function inChunks(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent: false, headers, timeout: 30_000 }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', reject);
      reply.on('end', () => resolve(Buffer.concat(parts).toString()));
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('no response in 30 s')));
    sent.write(text.slice(0, text.length >> 1));
    sent.end(text.slice(text.length >> 1));
  });
}
