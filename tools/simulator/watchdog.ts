import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { homesPrefix } from './node/homes.ts';

/** Milliseconds of processor time in which an event ends. */
const eventMs = 90_000;

/** The number of steps while nothing is watched. */
export const atRest = -1;

/** Looks at the steps of this process from a thread of its own, for a loop that never comes back to the scheduler. */
const program = `
  const { workerData: { beat, limitMs, homesPrefix }, parentPort } = require('node:worker_threads');
  const { readdirSync, rmSync, writeSync } = require('node:fs');
  const { basename, dirname, join } = require('node:path');
  let [last, since] = [${atRest}, 0];
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const spentMs = (user + system) / 1e3;
    const [step, seed] = beat;
    if (step !== last || step === ${atRest}) [last, since] = [step, spentMs];
    else if (spentMs - since > limitMs) {
      const folder = dirname(homesPrefix);
      for (const name of readdirSync(folder))
        if (name.startsWith(basename(homesPrefix))) rmSync(join(folder, name), { recursive: true, force: true });
      writeSync(1, '\\nFAILURE at seed ' + seed + ', step ' + step + ':\\nError: an event never ends\\n');
      process.kill(process.pid, 'SIGKILL');
    }
  }, limitMs / 20);
  parentPort.postMessage('');`;

/**
 * Ends the process, with the words of a failure, when the first of the two numbers, steps and the seed, stays what it is
 * while the process works for so many milliseconds: how busy the machine is does not matter. Its homes are removed.
 */
export async function startWatchdog(seed: number, limitMs = eventMs): Promise<Int32Array> {
  const beat = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  beat[1] = seed;
  const worker = new Worker(program, { eval: true, workerData: { beat, limitMs, homesPrefix } });
  await once(worker, 'message'); // it does not start while this thread is in a loop
  worker.unref();
  return beat;
}
