import { toHex } from '#qord/primitives/hex.ts';
import { signFrom } from '#qord/testing/sign-from.ts';
import { type Attack, sized } from '../attack.ts';

const accounts = [2, 3, 4, 5, 6, 7, 8];
/** Bytes of a transaction: the longest have 128 kB. */
const dataBytes = 120_000;

/** Transactions that wait behind a nonce gap, which costs nothing, and reads of all of them. */
export const poolContent: Attack = {
  summary: '400 transactions of 120 kB that wait for a nonce, and reads of the whole pool again and again',
  attack: async (context) => {
    const { clients, urls, scale } = context;
    const http = urls.http ?? '';
    for (const account of accounts.slice(0, sized(context, accounts.length, 1))) {
      for (let nonce = 1; nonce <= sized(context, 60, 5); nonce++) {
        const fields = { nonce: BigInt(nonce) + 10_000n, cap: 100n * 10n ** 11n, gasLimit: 6_000_000n };
        const { raw } = signFrom(account, { ...fields, data: new Uint8Array(dataBytes).fill(7) });
        await clients.call(http, 'eth_sendRawTransaction', toHex(raw));
      }
    }
    const methods = ['txpool_content', 'txpool_inspect', 'qord_getPoolLanes'];
    const read = (turn: number) => clients.call(http, methods[turn % methods.length] ?? '');
    if (scale === 'full') await clients.flood(8, (round, lane) => read(round + lane));
    else await Promise.all(Array.from({ length: 9 }, (_, turn) => read(turn)));
  },
};
