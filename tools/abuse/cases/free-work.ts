import { loopAddress as place } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/**
 * Requests whose work is done before, or between, the gas that is counted. What is left of the memory afterwards is kept
 * by glibc, of what Node has freed (docs/attacks.md): the heaps of V8 are as before, and all threads have ended.
 */
export const freeWork: Attack = {
  summary:
    '50 calls, estimates and access lists at once with 10,000 keys or 2 MB of data, and state overrides of a storage',
  attack: async (context) => {
    const { clients, urls } = context;
    const http = urls.http ?? '';
    const storageKeys = Array.from({ length: sized(context, 10_000, 2_000) }, (_, slot) => word(slot));
    const listed = { to: place, accessList: [{ address: place, storageKeys }] };
    const filled = { to: place, data: `0x${'01'.repeat(sized(context, 2 ** 21, 2 ** 17))}` };
    const stateDiff = Object.fromEntries(storageKeys.slice(0, 2_000).map((key) => [key, key]));
    const requests: readonly (readonly [method: string, ...params: readonly unknown[]])[] = [
      ['eth_estimateGas', listed],
      ['eth_estimateGas', filled],
      ['eth_call', listed, 'latest'],
      ['eth_call', filled, 'latest'],
      ['eth_createAccessList', listed],
      ['eth_call', { to: place }, 'latest', { [place]: { stateDiff } }],
      ['eth_simulateV1', { blockStateCalls: [{ calls: [listed] }] }],
      ['debug_traceCall', listed, 'latest', { tracer: 'callTracer' }],
    ];
    const ask = (turn: number) => {
      const [method = '', ...params] = requests[turn % requests.length] ?? [];
      return clients.call(http, String(method), ...params);
    };
    if (context.scale === 'full') await clients.flood(50, (round, lane) => ask(round + lane));
    else await Promise.all(requests.map((_, turn) => ask(turn)));
  },
};
