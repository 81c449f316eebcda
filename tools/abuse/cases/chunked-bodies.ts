import { type Attack, type AttackContext, sized } from '../attack.ts';

const content = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
const [first, second] = [content.slice(0, 20), content.slice(20)];
/** Requests that a connection sends before it reads the responses. */
const together = 50;

/** Small bodies in chunks: each once had one of the 65,530 pieces of address space that a process can have. */
export const chunkedBodies: Attack = {
  summary: '60,000 small requests, each in two chunks, over 16 connections',
  attack: async (context) => {
    const rounds = sized(context, 75, 2);
    await Promise.all(Array.from({ length: sized(context, 16, 4) }, () => sendChunked(context, rounds)));
  },
};

async function sendChunked({ clients, urls, signal }: AttackContext, rounds: number): Promise<void> {
  const socket = await clients.connect(urls.http ?? '');
  const head = `POST / HTTP/1.1\r\nhost: ${new URL(urls.http ?? '').host}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunks = [first, second].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  const requests = `${head}${chunks}0\r\n\r\n`.repeat(together);
  let responses = 0;
  let progress = () => {};
  socket.on('data', (data: Buffer) => {
    responses += String(data).split('HTTP/1.1 200').length - 1;
    progress();
  });
  socket.on('close', () => progress());
  for (let round = 0; round < rounds && !signal.aborted && !socket.destroyed; round++) {
    socket.write(requests);
    while (responses < (round + 1) * together && !socket.destroyed) {
      await new Promise<void>((resolve) => {
        progress = resolve;
      });
    }
  }
  clients.tally.add('responses to chunked requests', responses);
  socket.destroy();
}
