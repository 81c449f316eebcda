import type { ExecutionContext } from '../chain/block-builder.ts';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { type GenesisDocument, parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { openChain } from '../chain/open-chain.ts';
import { entriesOf } from '../primitives/objects.ts';
import { OriginError } from '../state/origin-state.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Origin } from './origin.ts';
import { repeated } from './repeated.ts';
import { StateSource } from './state-source.ts';

/** Reads of the origin that the block after a fork may need: of accounts that the records of modules name. */
const maxReads = 10_000;

/**
 * Makes the first block of a fork and the one after it, in memory. What the origin says of native modules becomes part
 * of this network, which reads it with every block and at every start. Rejects with an OriginError when a module could
 * not read one of its records, when no block can be made, or when the genesis could not be read again.
 */
export async function tryFork(origin: Origin, genesis: GenesisDocument, context: ExecutionContext): Promise<void> {
  const { fork: point } = genesis;
  if (point === undefined) return;
  try {
    assertRecords(genesis, context);
    const store = createMemoryStore();
    const source = new StateSource({ origin, store, point, maxReads });
    const chain = openChain(store, context, parseGenesis(formatGenesis(genesis)), { origin: source });
    await repeated(() => chain.amend(() => {}));
  } catch (error) {
    if (error instanceof OriginError || !(error instanceof Error)) throw error;
    throw new OriginError(`origin ${origin.name}: no network can begin with what it returned: ${error.message}`);
  }
}

function assertRecords({ alloc }: GenesisDocument, { modules }: ExecutionContext): void {
  for (const { name, address, entryFault } of modules) {
    for (const [key, value] of entriesOf(alloc.get(address)?.storage ?? {})) {
      const fault = entryFault?.(key, value);
      if (fault !== undefined) throw new Error(`${address} is the module ${name}: ${key}: ${fault}`);
    }
  }
}
