import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, type AttackStage, sized } from '../attack.ts';

const request = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"rpc.discover","params":[]}`;

/** Batches with large responses that nobody reads. */
export const unreadResponses: Attack = {
  summary: '80 connections that each send batches of 1,000 × rpc.discover and read nothing',
  attack: async (stage) => {
    const { strangers, urls } = stage;
    const batch = `[${Array.from({ length: sized(stage, 1_000, 200) }, (_, id) => request(id)).join()}]`;
    const connections = sized(stage, 80, 20);
    const { host } = new URL(urls.http ?? '');
    const head = `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${batch.length}\r\n\r\n`;
    for (let index = 0; index < connections; index++) {
      const socket = await strangers.connect(urls.http ?? '');
      socket.pause();
      socket.write(head + batch);
      socket.write(head + batch);
    }
    await askOverWebSockets(stage, batch, connections / 4);
    await sleep(sized(stage, 12_000, 1_000));
    strangers.tally.add('left without reading', connections);
  },
};

async function askOverWebSockets({ strangers, urls }: AttackStage, batch: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const socket = await strangers.openWebSocket(urls.webSocket ?? '');
    socket?.pause();
    socket?.send(batch);
  }
}
