import type { Hash } from '../../primitives/hash.ts';
import { emptyView } from '../../state/empty-view.ts';
import { StateDatabase } from '../../state/state-database.ts';
import { emptyTreeRoot } from '../../state/tree/update-tree.ts';
import { createWorldState } from '../../state/world-state.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { unionOfBlooms } from '../bloom.ts';
import type { ExecutedBlock } from '../commit-block.ts';
import { toBlock } from '../seal-block.ts';
import { genesisFields, writeGenesisState } from './genesis-state.ts';
import type { GenesisDocument } from './parse-genesis.ts';

/** Block 0 with the state it begins with, for a database that holds no state yet. */
export function executeGenesis(
  document: GenesisDocument,
  machine: ExecutionContext,
  states: StateDatabase,
): ExecutedBlock {
  const state = createWorldState(emptyView);
  writeGenesisState(document, machine, state);
  const transition = states.prepare(state.changes());
  const roots = { stateRoot: transition.totals.root, transactionsRoot: emptyTreeRoot, receiptsRoot: emptyTreeRoot };
  const block = toBlock({ ...genesisFields(document), ...roots, logsBloom: unionOfBlooms([]) }, []);
  return { block, receipts: [], events: [], hookChanges: [], transition };
}

/** Hash of block 0: the same document and modules give the same everywhere. */
export function genesisHash(document: GenesisDocument, machine: ExecutionContext): Hash {
  return executeGenesis(document, machine, new StateDatabase(createMemoryStore())).block.header.hash;
}
