import { loopAddress } from '#qord/testing/evm/evm-loops.ts';
import { hungryResults } from '#qord/testing/interfaces/hungry-tracers.ts';
import type { Attack } from '../attack.ts';

/** Tracers in JavaScript that take memory without end. */
export const tracerMemory: Attack = {
  summary: `8 debug_traceCall at once with tracers in JavaScript that take memory in ${hungryResults.length} ways`,
  forbidden: /tracer ended QuickJS/,
  attack: async (context) => {
    const { clients, urls } = context;
    const trace = (body: string) =>
      clients.call(urls.http ?? '', 'debug_traceCall', { to: loopAddress }, 'latest', {
        tracer: `{ fault() {}, result() { ${body} } }`,
      });
    if (context.scale === 'full')
      await clients.flood(8, (round, lane) => trace(hungryResults[(round + 2 * lane) % hungryResults.length] ?? ''));
    else for (const body of hungryResults.slice(0, 2)) await trace(body);
  },
};
