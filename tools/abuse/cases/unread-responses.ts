import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, type AttackContext, sized } from '../attack.ts';

const request = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"rpc.discover","params":[]}`;

/** Batches with large responses that nobody reads. */
export const unreadResponses: Attack = {
  summary: '80 connections that each send batches of 1,000 × rpc.discover and read nothing',
  attack: async (context) => {
    const { clients, urls } = context;
    const batch = `[${Array.from({ length: sized(context, 1_000, 200) }, (_, id) => request(id)).join()}]`;
    const connections = sized(context, 80, 20);
    const { host } = new URL(urls.http ?? '');
    const head = `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${batch.length}\r\n\r\n`;
    for (let index = 0; index < connections; index++) {
      const socket = await clients.connect(urls.http ?? '');
      socket.pause();
      socket.write(head + batch);
      socket.write(head + batch);
    }
    await askOverWebSockets(context, batch, connections / 4);
    await sleep(sized(context, 12_000, 1_000));
    clients.tally.add('left without reading', connections);
  },
};

async function askOverWebSockets({ clients, urls }: AttackContext, batch: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const socket = await clients.openWebSocket(urls.webSocket ?? '');
    socket?.pause();
    socket?.send(batch);
  }
}
