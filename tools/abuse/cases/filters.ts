import { type Attack, sized } from '../attack.ts';

const hex = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}`;

/** A filter with as many terms as are allowed, no two alike. */
function wideFilter(number: number, terms: number): object {
  const from = number * 10_000;
  const list = (offset: number, digits: number) =>
    Array.from({ length: terms }, (_, index) => hex(from + offset + index, digits));
  return { address: list(0, 40), topics: [1, 2, 3, 4].map((place) => list(place * 1_000, 64)) };
}

/** Filters and subscriptions with 1,000 addresses and 4,000 topics each. */
export const filters: Attack = {
  summary: 'filters and subscriptions with 1,000 addresses and 4 × 1,000 topics, as many as the node takes',
  attack: async (context) => {
    const { clients, urls } = context;
    const most = sized(context, 8_000, 60);
    const terms = sized(context, 1_000, 1_000);
    let made = 0;
    const socket = await clients.openWebSocket(urls.webSocket ?? '');
    socket?.on('message', (data) => clients.tally.addResponse(JSON.parse(String(data))));
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (made < most && !context.signal.aborted) {
          const number = made++;
          const filter = wideFilter(number, terms);
          if (number % 4 === 0) {
            socket?.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', filter] }));
          }
          await clients.call(urls.http ?? '', 'eth_newFilter', filter);
        }
      }),
    );
  },
};
