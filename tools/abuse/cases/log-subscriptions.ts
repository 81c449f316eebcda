import { assemble } from '#qord/testing/evm/assemble.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

/** Code that emits a log with two topics so many times. */
const logs = (count: number) =>
  assemble(count, 'JUMPDEST', 'DUP1', 'DUP1', 0, 0, 'LOG2', 1, 'SWAP1', 'SUB', 'DUP1', 3, 'JUMPI', 'STOP');

/** Subscriptions to logs that never occur, and transactions with many other logs. */
export const logSubscriptions: Attack = {
  summary: '20 WebSockets with 1,000 log subscriptions each that match nothing, then transactions with 3,000 logs',
  attack: async (context) => {
    const sockets = sized(context, 20, 2);
    await Promise.all(Array.from({ length: sockets }, (_, socket) => subscribeOften(context, socket)));
    const payer = await openFundedAttacker(context);
    for (let round = 0; round < sized(context, 3, 1); round++) {
      const data = logs(sized(context, 3_000, 1_500));
      await payer.receipt(await payer.send({ to: undefined, value: 0n, data, gasLimit: maxTransactionGas }));
    }
  },
};

async function subscribeOften({ clients, urls, scale }: AttackContext, number: number): Promise<void> {
  const socket = await clients.openWebSocket(urls.webSocket ?? '');
  if (socket === undefined) return;
  const count = sized({ scale }, 1_000, 1_050);
  let responses = 0;
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('message', (data) => {
      clients.tally.addResponse(JSON.parse(String(data)));
      if (++responses === count) resolve();
    });
    for (let id = 0; id < count; id++) {
      const topic = `0x${(number * 1_000_000 + id + 2 ** 40).toString(16).padStart(64, '0')}`;
      const address = `0x${(number * 1_000_000 + id).toString(16).padStart(40, 'd')}`;
      const filter = id % 2 === 0 ? { address } : { topics: [topic] };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['logs', filter] }));
    }
  });
}
