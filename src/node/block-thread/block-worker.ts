/** The program of the thread that executes long transactions of blocks, on a database that the main thread writes. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { BlockThreadSettings } from '../../chain/block-thread/protocol.ts';
import { serveBlocks } from '../../chain/block-thread/serve-blocks.ts';
import { createEngine } from '../../evm/engine.ts';
import type { EvmInstance } from '../../evm/instance/evm-instance.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { createModules } from '../../modules/index.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WorkerCells } from '../../scheduling/serve-requests.ts';
import { openLmdbReader } from '../../store/lmdb-store.ts';
import type { StoreReader } from '../../store/types.ts';
import { openStoredChain } from '../stored-chain.ts';

type Settings = Pick<BlockThreadSettings & WorkerCells, 'known' | 'stop'>;

/** Executes the work that it receives on the newest commit of the database. `createInstance`: as for `openStoredNode` */
export function serveBlockThread(
  port: MessagePort,
  store: StoreReader,
  { known, stop }: Settings,
  createInstance?: () => EvmInstance,
): void {
  const stored = openStoredChain(store, known);
  const chainAt = (head: Hash, originReads: number) => {
    const chain = stored.follow(head, originReads);
    if (chain.head().hash !== head) throw new Error(`block ${head} is not the newest of the database`);
    return chain;
  };
  const modules = createModules();
  const natives = joinNatives(precompiles('osaka'), modules);
  serveBlocks(port, {
    engine: createEngine(createInstance, { keepsPrints: known.identity.network === 'dev' }),
    natives,
    modules,
    stop,
    chainAt,
  });
}

if (parentPort !== null) {
  const settings: BlockThreadSettings & WorkerCells = workerData;
  const nativeCalls = new NativeCalls(workerData);
  const port = parentPort;
  void prepareSecp256k1(nativeCalls.run).then(() => {
    serveBlockThread(port, openLmdbReader(settings.dataFolder, nativeCalls.run), settings);
    nativeCalls.loaded();
  });
}
