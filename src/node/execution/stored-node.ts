import { createEngine } from '../../evm/engine.ts';
import type { EvmInstance } from '../../evm/instance/evm-instance.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { createModules } from '../../modules/index.ts';
import type { ExecutionNode } from '../../rpc/execution/execution-kind.ts';
import { createExecutionNode } from '../../rpc/execution/execution-node.ts';
import { PackedBlockReader } from '../../rpc/execution/packed-block.ts';
import type { ExecutionMessage, WorkerSettings } from '../../rpc/execution/protocol.ts';
import type { WorkerNode } from '../../rpc/execution/worker.ts';
import { QuickJs } from '../../rpc/sandbox/quickjs.ts';
import type { StoreReader } from '../../store/types.ts';
import { openStoredChain } from '../stored-chain.ts';

/**
 * The node of a worker: its own engine and modules over the newest commit of the database. `createInstance`: where the
 * engine gets new instances from; it creates them by default
 */
export function openStoredNode(
  store: StoreReader,
  { known, limits }: Pick<WorkerSettings, 'known' | 'limits'>,
  createInstance?: () => EvmInstance,
): WorkerNode {
  const overrides: ExecutionMessage['overrides'] = {};
  const stored = openStoredChain(store, known, overrides);
  const modules = createModules();
  const parts = {
    engine: createEngine(createInstance, { keepsPrints: known.identity.network === 'dev' }),
    modules,
    natives: joinNatives(precompiles('osaka'), modules),
    limits,
    quickJs: new QuickJs(limits.jsTracer.memoryMegabytes * 2 ** 20),
  };
  let node: ExecutionNode | undefined;
  const above = new PackedBlockReader();
  const follow: WorkerNode['follow'] = (message) => {
    const chain = stored.follow(message.head, message.originReads);
    delete overrides.baseFee;
    delete overrides.gasLimit;
    delete overrides.prevRandao;
    Object.assign(overrides, message.overrides);
    above.read(message.above, chain.states);
    if (node?.chain !== chain) node = createExecutionNode({ ...parts, chain });
    return node;
  };
  return { follow };
}
