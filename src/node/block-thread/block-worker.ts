/** The program of the thread that executes long transactions of blocks, on a database that the main thread writes. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockThreadSettings } from '../../chain/block-thread/protocol.ts';
import { serveBlocks } from '../../chain/block-thread/serve-blocks.ts';
import { createEngine } from '../../evm/engine.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { createModules } from '../../modules/index.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WorkerCells } from '../../scheduling/serve-requests.ts';
import { openStoredChain } from '../stored-chain.ts';

if (parentPort !== null) {
  const { dataFolder, known, stop }: BlockThreadSettings & WorkerCells = workerData;
  const nativeCalls = new NativeCalls(workerData);
  const stored = openStoredChain(dataFolder, known, nativeCalls.run);
  const chainAt = (head: Hash, originReads: number) => {
    const chain = stored.follow(head, originReads);
    if (chain.head().hash !== head) throw new Error(`block ${head} is not the newest of the database`);
    return chain;
  };
  const modules = createModules();
  const natives = joinNatives(precompiles('osaka'), modules);
  const port = parentPort;
  void prepareSecp256k1(nativeCalls.run).then(() => {
    serveBlocks(port, { engine: createEngine(), natives, modules, stop, chainAt });
    nativeCalls.loaded();
  });
}
