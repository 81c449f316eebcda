import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '#qord/testing/evm/assemble.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

/** Code that emits logs with different topics until its gas is used up. */
const logsWithTopics = assemble('JUMPDEST', 'GAS', 'GAS', 0, 0, 'LOG2', 20_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');
/** The same with logs of nothing: the most that a block can have. */
const emptyLogs = assemble('JUMPDEST', 0, 0, 'LOG0', 20_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');
/** The same with the most data. */
const logsWithData = assemble('JUMPDEST', 60_000, 0, 'LOG0', 600_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');

const percentiles = Array.from({ length: 100 }, (_, index) => index);

/** Blocks whose logs fill them, and all methods that return what is in a block. */
export const longBlocks: Attack = {
  summary: 'blocks with the most logs, topics and data that their gas allows, and every read of them, again and again',
  flags: { 'json-rpc.api': 'eth,web3,net,txpool,qor,debug' },
  forbidden: /Internal error/,
  attack: async (context) => {
    const { clients, urls } = context;
    const blocks: Place[] = [];
    for (const data of [logsWithTopics, emptyLogs, logsWithData]) {
      const place = await fill(context, data);
      if (place !== undefined) blocks.push(place);
    }
    const requests = blocks.flatMap(readsOf);
    const read = async (turn: number) => {
      const { isSvm, method, params } = requests[turn % requests.length] ?? {
        isSvm: false,
        method: 'none',
        params: [],
      };
      return clients.call((isSvm ? urls.svm : urls.http) ?? '', method, ...params);
    };
    if (context.scale === 'full') await clients.flood(8, (round, loop) => read(round + loop * 5));
    else await Promise.all(requests.map((_, turn) => read(turn)));
  },
};

type Place = { readonly blockNumber: string; readonly hash: string };
type Read = { readonly isSvm: boolean; readonly method: string; readonly params: readonly unknown[] };

/** Makes a block that is full of the logs of this code. */
async function fill(context: AttackContext, data: Uint8Array): Promise<Place | undefined> {
  const { clients, urls, signal } = context;
  const payer = await openFundedAttacker(context);
  const gasLimit = BigInt(sized(context, Number(maxTransactionGas), 3_000_000));
  const hash = await payer.send({ to: undefined, value: 0n, data, gasLimit });
  while (hash !== undefined && !signal.aborted) {
    const found = await clients.call(urls.http ?? '', 'eth_getTransactionByHash', hash);
    const { blockNumber } = (found?.result ?? {}) as { blockNumber?: string };
    if (blockNumber) return { blockNumber, hash };
    await sleep(100);
  }
  return undefined;
}

function readsOf({ blockNumber, hash }: Place): readonly Read[] {
  const slot = Number(blockNumber);
  const evm = (method: string, ...params: readonly unknown[]) => ({ isSvm: false, method, params });
  const svm = (method: string, ...params: readonly unknown[]) => ({ isSvm: true, method, params });
  return [
    evm('eth_getBlockReceipts', blockNumber),
    evm('eth_getTransactionReceipt', hash),
    evm('eth_getBlockByNumber', blockNumber, true),
    evm('eth_getLogs', { fromBlock: blockNumber, toBlock: blockNumber }),
    evm('eth_feeHistory', '0x400', 'latest', percentiles),
    evm('debug_getRawReceipts', blockNumber),
    evm('debug_getRawBlock', blockNumber),
    svm('getBlock', slot, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }),
    svm('getBlock', slot, { transactionDetails: 'accounts', maxSupportedTransactionVersion: 0 }),
    svm('getRecentPrioritizationFees'),
  ];
}
