import { openChainReader } from '../../chain/open-chain.ts';
import { createEngine } from '../../evm/engine.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { createModules } from '../../modules/index.ts';
import type { ExecutionNode } from '../../rpc/execution/execution-kind.ts';
import { createExecutionNode } from '../../rpc/execution/execution-node.ts';
import type { ExecutionMessage, WorkerSettings } from '../../rpc/execution/protocol.ts';
import type { WorkerNode } from '../../rpc/execution/worker.ts';
import type { StateLimits } from '../../state/state-reader.ts';
import { openLmdbReader } from '../../store/lmdb-store.ts';

/** A quarter of what the main thread caches: workers live shortly, and there may be many. */
const stateLimits: StateLimits = { accounts: 8_000, entryBytes: 3 << 20, nodeBytes: 3 << 20, proofChanges: 50_000 };

/** The node of a worker: its own engine and modules over the newest commit of the database. */
export function openStoredNode({ dataFolder, limits }: Pick<WorkerSettings, 'dataFolder' | 'limits'>): WorkerNode {
  const store = openLmdbReader(dataFolder);
  const overrides: ExecutionMessage['overrides'] = {};
  const modules = createModules();
  const parts = { engine: createEngine(), modules, natives: joinNatives(precompiles('osaka'), modules), limits };
  const open = () => {
    const chain = openChainReader(store, { overrides, limits: stateLimits });
    return { chain, node: createExecutionNode({ ...parts, chain }) };
  };
  let current = open();
  let originReads = 0;
  const follow = (message: Pick<ExecutionMessage, 'head' | 'originReads' | 'overrides'>): ExecutionNode => {
    const before = current.chain.head();
    if (before.hash !== message.head || message.originReads !== originReads) {
      originReads = message.originReads;
      store.refresh();
      current.chain.refresh();
      if (current.chain.heightOf(before.hash) !== before.number) current = open(); // rewound: caches are of other blocks
    }
    delete overrides.baseFee;
    delete overrides.gasLimit;
    Object.assign(overrides, message.overrides);
    return current.node;
  };
  return { follow };
}
