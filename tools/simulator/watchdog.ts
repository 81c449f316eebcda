import { Worker } from 'node:worker_threads';

/** Milliseconds of real time in which an event ends, however busy the machine is. */
const eventMs = 90_000;

/** The number of steps while nothing is watched. */
export const atRest = -1;

/** Looks at the steps of this process from a thread of its own, for a loop that never comes back to the scheduler. */
const program = `
  const { workerData: beat } = require('node:worker_threads');
  let last;
  setInterval(() => {
    const [step, seed] = beat;
    if (step === last && step !== ${atRest}) {
      require('node:fs').writeSync(1, '\\nFAILURE at seed ' + seed + ', step ' + step + ':\\nError: an event never ends\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    last = step;
  }, ${eventMs});`;

/** Ends the process, with the words of a failure, when the first of the two numbers, steps and the seed, stays what it is. */
export function startWatchdog(): Int32Array {
  const beat = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  new Worker(program, { eval: true, workerData: beat }).unref();
  return beat;
}
