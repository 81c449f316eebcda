import { accountOf } from '#qord/testing/sign-from.ts';
import type { Attack } from '../attack.ts';

const transfer = { from: accountOf(0), to: accountOf(1), value: '0x1' };
const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [transfer] });

/** Headers with which a foreign web page reaches a development node on the same machine as the browser. */
const heads: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  ['foreign origin', { origin: 'https://page.example' }],
  ['foreign origin, no JSON', { origin: 'https://page.example', 'content-type': 'text/plain' }],
  ['foreign name', { host: 'page.example:8545' }],
  ['origin of a file', { origin: 'null' }],
];

/** Web pages that send transactions from accounts whose keys the node holds. */
export const foreignPages: Attack = {
  summary: "web pages that send transactions from the node's own accounts, and two Host headers",
  forbidden: /SENT|two hosts: HTTP.1.1 200/,
  attack: async ({ clients, urls }) => {
    for (const [name, headers] of heads) {
      const response = await clients.send(urls.http ?? '', request, headers);
      if (response?.result !== undefined) clients.tally.add(`SENT a transaction: ${name}`);
    }
    const socket = await clients.connect(urls.http ?? '');
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
    const type = 'content-type: application/json';
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\nhost: b\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('data', (chunk: Buffer) => {
        clients.tally.add(`two hosts: ${String(chunk).split('\r\n')[0]}`);
        resolve();
      });
    });
  },
};
