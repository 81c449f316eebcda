/**
 * A thread that repeats one request on many connections until it is ended; with a low priority, as if on another
 * machine.
 */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { load, requestBytes } from './load.mjs';

if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
const { url, method, params, connections } = workerData;
const request = requestBytes(url, method, params);
parentPort.postMessage('ready');
await load(url, { connections, next: () => request }).catch(() => {}); // ended with its connections
