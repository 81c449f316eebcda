import type { Hash } from '../../primitives/hash.ts';
import { emptyView } from '../../state/empty-view.ts';
import { StateDatabase } from '../../state/state-database.ts';
import { emptyTreeRoot } from '../../state/tree/update-tree.ts';
import { createWorldState } from '../../state/world-state.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { unionOfBlooms } from '../bloom.ts';
import type { ExecutedBlock } from '../prepare-block.ts';
import { toBlock } from '../seal-block.ts';
import { genesisFields, writeGenesisState } from './genesis-state.ts';
import type { GenesisDocument } from './parse-genesis.ts';

/** The genesis block with its state, for a database without a state. */
export function executeGenesis(
  document: GenesisDocument,
  context: ExecutionContext,
  states: StateDatabase,
): ExecutedBlock {
  const state = createWorldState(emptyView);
  writeGenesisState(document, context, state);
  const transition = states.prepare(state.changes());
  const roots = { stateRoot: transition.totals.root, transactionsRoot: emptyTreeRoot, receiptsRoot: emptyTreeRoot };
  const block = toBlock({ ...genesisFields(document), ...roots, logsBloom: unionOfBlooms([]) }, []);
  return { block, receipts: [], events: [], hookChanges: [], transition, validatorUpdates: [] };
}

/** Hash of the genesis block, a pure function of the document and the modules. */
export function genesisHash(document: GenesisDocument, context: ExecutionContext): Hash {
  return executeGenesis(document, context, new StateDatabase(createMemoryStore())).block.header.hash;
}
