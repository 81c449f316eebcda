import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '#qord/testing/evm/assemble.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

/** Code that emits empty logs until its gas is used up. */
const emptyLogs = assemble('JUMPDEST', 0, 0, 'LOG0', 20_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');

/** Subscribers that get a great many messages of one block, beside the client that wants to know of new blocks. */
export const subscriberFloods: Attack = {
  summary: '10 WebSockets with 100 subscriptions to all logs, on both interfaces, and transactions full of empty logs',
  attack: async (context) => {
    const count = sized(context, 10, 3);
    const greedy = Array.from({ length: count }, () => subscribeOften(context, 'eth_subscribe', ['logs', {}]));
    const svm = Array.from({ length: count }, () => subscribeOften(context, 'logsSubscribe', ['all']));
    await Promise.all([...greedy, ...svm]);
    const payer = await openFundedAttacker(context);
    for (let round = 0; round < sized(context, 4, 1) && !context.signal.aborted; round++) {
      const gasLimit = BigInt(sized(context, Number(maxTransactionGas), 5_000_000));
      await payer.receipt(await payer.send({ to: undefined, value: 0n, data: emptyLogs, gasLimit }));
      for (let next = 0; next < sized(context, 10, 2) && !context.signal.aborted; next++) {
        await payer.receipt(await payer.send({ to: undefined, value: 0n, gasLimit: 60_000n }));
        await sleep(sized(context, 300, 50));
      }
    }
  },
};

async function subscribeOften({ clients, urls }: AttackContext, method: string, params: readonly unknown[]) {
  const url = method === 'eth_subscribe' ? urls.webSocket : urls.svmWebSocket;
  const socket = await clients.openWebSocket(url ?? '');
  if (socket === undefined) return;
  const count = 100;
  let responses = 0;
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('message', () => {
      if (++responses === count) resolve(); // all further messages are read and dropped
    });
    for (let id = 0; id < count; id++) socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  });
  clients.tally.add(`${method} of all logs`, count);
}
