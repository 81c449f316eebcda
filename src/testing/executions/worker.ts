/** The program of a worker with the executions of the tests beside those of the node. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStoredNode } from '../../node/execution/stored-node.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { executions } from '../../rpc/evm-interface/executions.ts';
import type { WorkerSettings } from '../../rpc/execution/protocol.ts';
import { serveExecutions } from '../../rpc/execution/worker.ts';
import type { WorkerCells } from '../../scheduling/serve-requests.ts';
import { openLmdbReader } from '../../store/lmdb-store.ts';
import { testExecutions } from './kinds.ts';

const settings: WorkerSettings & WorkerCells = workerData;
if (parentPort !== null) {
  const nativeCalls = new NativeCalls(workerData);
  const node = openStoredNode(openLmdbReader(settings.dataFolder, nativeCalls.run), settings);
  serveExecutions(parentPort, settings, [...executions, ...testExecutions], node);
  nativeCalls.loaded();
}
