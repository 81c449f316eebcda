import { loopAddress as place } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/** State overrides of as many slots as a request holds. */
export const largeOverrides: Attack = {
  summary: '20 eth_call at once with state overrides of 17,000 slots each',
  attack: async (context) => {
    const { clients, urls } = context;
    const count = sized(context, 17_000, 17_000);
    const stateDiff = Object.fromEntries(Array.from({ length: count }, (_, slot) => [word(slot), word(slot + 1)]));
    const params = [{ to: place }, 'latest', { [place]: { stateDiff } }];
    const ask = () => clients.call(urls.http ?? '', 'eth_call', ...params);
    const loops = sized(context, 20, 4);
    if (context.scale === 'full') await clients.flood(loops, ask);
    else await Promise.all(Array.from({ length: loops }, ask));
  },
};
