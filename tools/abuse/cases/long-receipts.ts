import { toHex } from '#qord/primitives/hex.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';
import type { RawResponse } from '#qord/testing/raw-rpc.ts';
import { type Attack, sized } from '../attack.ts';

const place = `0x${'c0'.repeat(20)}`;
/** Code that emits empty logs while there is gas for them. */
const emitter = assemble('JUMPDEST', 0, 0, 'LOG0', 30_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');

/** A receipt that is longer than `max-response-size`, which the chain has accepted. */
export const longReceipts: Attack = {
  summary: 'a transaction with 99 million gas of LOG0, and 6 connections that read its receipt and its logs',
  flags: { 'consensus.block-interval': '0s' },
  forbidden: /max-response-size|-32603/,
  attack: async (context) => {
    const { clients, urls, signal } = context;
    const http = urls.http ?? '';
    const ask = (method: string, ...params: readonly unknown[]) => clients.call(http, method, ...params);
    await ask('anvil_setCode', place, toHex(emitter));
    const [from] = resultOf<readonly string[]>(await ask('eth_accounts')) ?? [];
    const gas = `0x${sized(context, 99_000_000, 3_000_000).toString(16)}`;
    const hash = resultOf<string>(await ask('eth_sendTransaction', { from, to: place, gas }));
    let receipt: RawResponse | undefined;
    while (!signal.aborted && (receipt === undefined || receipt.result === null))
      receipt = await ask('eth_getTransactionReceipt', hash);
    const block = resultOf<{ blockNumber: string }>(receipt)?.blockNumber;
    const requests = [
      ['eth_getTransactionReceipt', hash],
      ['eth_getBlockReceipts', block],
      ['eth_getLogs', { fromBlock: block, toBlock: block }],
    ] as const;
    const read = (turn: number) => {
      const [method, param] = requests[turn % requests.length] ?? requests[0];
      return clients
        .post(http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [param] }))
        .then((text = '') => {
          clients.tally.add(`${method}: ${text.length > 1_000 ? `${Math.round(text.length / 1e6)} MB` : text}`);
          return text.length > 1_000 ? text : undefined;
        });
    };
    if (context.scale === 'full') await clients.flood(6, (round, lane) => read(round + lane));
    else for (const turn of [0, 1, 2]) await read(turn);
  },
};

function resultOf<T>(response: RawResponse | undefined): T | undefined {
  return response?.result as T | undefined;
}
