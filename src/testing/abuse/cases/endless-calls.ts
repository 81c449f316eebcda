import { toHex } from '../../../primitives/hex.ts';
import { type Attack, sized } from '../attack.ts';
import { callOf, endless, stage as place } from '../evm-loops.ts';

const [call, block, overrides] = callOf(endless);
const simulation = { blockStateCalls: [{ stateOverrides: overrides, calls: [call] }] };
const tracing = { tracer: 'callTracer', stateOverrides: overrides };

/** What executes for a client: the method and its parameters. */
const requests: Readonly<Record<string, readonly unknown[]>> = {
  eth_call: [call, block, overrides],
  eth_createAccessList: [call, block, overrides],
  eth_estimateGas: [call, block, overrides],
  eth_simulateV1: [simulation, block],
  debug_traceCall: [call, block, tracing],
};

/** Endless executions of one method, 200 at once. */
export function endlessCalls(method: string): Attack {
  return {
    summary: `200 endless ${method} at once, again and again`,
    attack: (stage) => {
      const lanes = sized(stage, 200, 40);
      const params = requests[method] ?? [];
      const ask = () => stage.strangers.ask(stage.urls.http ?? '', method, ...params);
      if (stage.scale === 'full') return stage.strangers.flood(lanes, ask);
      return Promise.all(Array.from({ length: lanes }, ask)).then(() => undefined);
    },
  };
}

/** All the methods whose executions may be endless. */
export const executingMethods = Object.keys(requests);

/** Code that uses its gas up, as an account. */
export const endlessAccount = { [place]: { code: toHex(endless) } };
