import { toHex } from '../../../primitives/hex.ts';
import { accountOf, signFrom } from '../../sign-from.ts';
import { type Attack, sized } from '../attack.ts';

const accounts = [5, 6, 7, 8];

/** Many transactions that wait, and then all fit at once. */
export const poolDrain: Attack = {
  summary: '8,000 transactions that wait, drained at once',
  attack: async (stage) => {
    const { strangers, urls } = stage;
    const http = urls.http ?? '';
    const perAccount = sized(stage, 2_000, 250);
    await strangers.ask(http, 'evm_setAutomine', false);
    await strangers.ask(http, 'evm_setIntervalMining', 0);
    for (const account of accounts) {
      const requests = Array.from({ length: perAccount }, (_, nonce) => {
        const raw = toHex(signFrom(account, { nonce: BigInt(nonce), cap: 100n * 10n ** 11n }).raw);
        return JSON.stringify({ jsonrpc: '2.0', id: nonce, method: 'eth_sendRawTransaction', params: [raw] });
      });
      for (let from = 0; from < requests.length; from += 500) {
        await strangers.send(http, `[${requests.slice(from, from + 500).join()}]`);
      }
    }
    await strangers.ask(http, 'evm_setAutomine', true);
    await strangers.ask(http, 'evm_mine');
    for (const account of accounts) {
      let isDrained = false;
      while (!isDrained && !stage.signal.aborted) {
        const count = await strangers.ask(http, 'eth_getTransactionCount', accountOf(account), 'latest');
        isDrained = Number(count?.result) >= perAccount;
      }
    }
  },
};
