import { toHex } from '#qord/primitives/hex.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { type Attack, sized } from '../attack.ts';

const accounts = [5, 6, 7, 8];

/** Many transactions that wait for one nonce and then become executable together. */
export const poolDrain: Attack = {
  summary: '8,000 transactions that wait, drained at once',
  attack: async (context) => {
    const { clients, urls } = context;
    const http = urls.http ?? '';
    const perAccount = sized(context, 2_000, 250);
    await clients.call(http, 'evm_setAutomine', false);
    await clients.call(http, 'evm_setIntervalMining', 0);
    for (const account of accounts) {
      const requests = Array.from({ length: perAccount }, (_, nonce) => {
        const raw = toHex(signFrom(account, { nonce: BigInt(nonce), cap: 100n * 10n ** 11n }).raw);
        return JSON.stringify({ jsonrpc: '2.0', id: nonce, method: 'eth_sendRawTransaction', params: [raw] });
      });
      for (let from = 0; from < requests.length; from += 500) {
        await clients.send(http, `[${requests.slice(from, from + 500).join()}]`);
      }
    }
    await clients.call(http, 'evm_setAutomine', true);
    await clients.call(http, 'evm_mine');
    for (const account of accounts) {
      let isDrained = false;
      while (!isDrained && !context.signal.aborted) {
        const count = await clients.call(http, 'eth_getTransactionCount', accountOf(account), 'latest');
        isDrained = Number(count?.result) >= perAccount;
      }
    }
  },
};
