/** The program of a worker that runs executions for clients on a database that the main thread writes. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { executions } from '../../rpc/evm-interface/executions.ts';
import type { WorkerSettings } from '../../rpc/execution/protocol.ts';
import { serveExecutions } from '../../rpc/execution/worker.ts';
import type { WorkerCells } from '../../scheduling/serve-requests.ts';
import { openLmdbReader } from '../../store/lmdb-store.ts';
import { lowerPriority } from './lower-priority.ts';
import { openStoredNode } from './stored-node.ts';

if (parentPort !== null) {
  const settings: WorkerSettings & WorkerCells = workerData;
  const port = parentPort;
  const nativeCalls = new NativeCalls(workerData);
  void prepareSecp256k1(nativeCalls.run).then(() => {
    const store = openLmdbReader(settings.dataFolder, nativeCalls.run);
    serveExecutions(port, settings, executions, openStoredNode(store, settings));
    nativeCalls.loaded();
    lowerPriority(); // not before: the first execution waits until everything is loaded
  });
}
