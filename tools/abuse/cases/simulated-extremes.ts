import { type Attack, sized } from '../attack.ts';

const payloads: readonly object[] = [
  { blockStateCalls: [{ blockOverrides: { gasLimit: '0x0' } }, {}] },
  { blockStateCalls: [{ blockOverrides: { gasLimit: '0x1' } }, { calls: [{}] }] },
  { blockStateCalls: [{ blockOverrides: { gasLimit: '0xffffffffffffffff' }, calls: [{}] }, {}] },
  { blockStateCalls: [{ blockOverrides: { baseFeePerGas: `0x${'ff'.repeat(32)}` } }, {}] },
  { blockStateCalls: [{ blockOverrides: { time: '0xffffffffffffffff' } }, {}] },
  { blockStateCalls: [{ blockOverrides: { number: '0xffffffffffffffff' } }, {}] },
];

/** Simulated blocks with the most extreme overrides that are allowed. */
export const simulatedExtremes: Attack = {
  summary: 'eth_simulateV1 with blocks of no gas, of endless gas, at the end of time',
  attack: async ({ clients, urls, scale }) => {
    for (let round = 0; round < sized({ scale }, 50, 2); round++) {
      for (const payload of payloads) {
        const validation = round % 2 === 0;
        await clients.call(urls.http ?? '', 'eth_simulateV1', { ...payload, validation }, 'latest');
      }
    }
  },
};
