import { StateDatabase } from '../state/state-database.ts';
import { defaultStateLimits, type StateLimits, StateReader } from '../state/state-reader.ts';
import { Batch } from '../store/batch.ts';
import type { Reader, Store } from '../store/types.ts';
import type { ExecutionContext } from './block-builder.ts';
import { Chain } from './chain.ts';
import { ChainError } from './chain-error.ts';
import { StoredChainReader } from './chain-reader.ts';
import { commitBlock } from './commit-block.ts';
import type { ChainRules } from './environment.ts';
import { executeGenesis, genesisHash } from './genesis/execute-genesis.ts';
import { formatGenesis } from './genesis/format-genesis.ts';
import { type GenesisDocument, parseGenesis } from './genesis/parse-genesis.ts';
import { readHeader } from './storage/read-block.ts';
import {
  dataFormat,
  readFormat,
  readGenesisText,
  readTotals,
  writeFormat,
  writeGenesisText,
} from './storage/totals.ts';
import type { ChainIdentity, SealedHeader } from './types.ts';

/**
 * Opens the chain in a store, or creates it from the genesis document. Throws a ChainError, and writes nothing, when there
 * is neither, when the data are in another format or of another chain than the document's, or when the newest block and the
 * state do not match.
 */
export function openChain(store: Store, context: ExecutionContext, genesis: GenesisDocument | undefined): Chain {
  assertKnownFormat(store);
  const states = new StateDatabase(store);
  if (readGenesisText(store) === undefined) createChain(store, states, context, genesis);
  else if (genesis !== undefined) assertSameGenesis(store, context, genesis);
  const { identity, rules } = readIdentity(store);
  assertConsistent(store, states);
  const reader = new StoredChainReader(store, identity, rules, states);
  return new Chain({ store, states, reader, context, rules });
}

/**
 * A reader for another thread or process than the one that makes the blocks; call `refresh` when there is a new block.
 * Throws a ChainError when there is no chain, or one in another format.
 */
export function openChainReader(
  reader: Reader,
  { overrides = {}, limits = defaultStateLimits }: ChainReaderOptions = {},
): StoredChainReader {
  assertKnownFormat(reader);
  const { identity, rules } = readIdentity(reader);
  return new StoredChainReader(reader, identity, { ...rules, overrides }, new StateReader(reader, limits));
}

export type ChainReaderOptions = {
  /** what a development network has set for its next blocks; the reader follows changes of the object */
  readonly overrides?: ChainRules['overrides'];
  readonly limits?: StateLimits;
};

/** A store without a chain has no format. */
function assertKnownFormat(reader: Reader): void {
  if (readTotals(reader) === undefined) return;
  const stored = readFormat(reader);
  if (stored !== dataFormat) throw new ChainError({ code: 'other-format', stored, known: dataFormat });
}

function createChain(
  store: Store,
  states: StateDatabase,
  context: ExecutionContext,
  genesis: GenesisDocument | undefined,
): void {
  if (genesis === undefined) throw new ChainError({ code: 'genesis-missing' });
  const batch = new Batch();
  writeFormat(batch);
  writeGenesisText(batch, formatGenesis(genesis));
  commitBlock(store, states, executeGenesis(genesis, context, states), 0, batch);
}

/** The same text is the same chain. Another text may be too, when only its formatting differs. */
function assertSameGenesis(store: Store, context: ExecutionContext, genesis: GenesisDocument): void {
  if (readGenesisText(store) === formatGenesis(genesis)) return;
  const [stored, given] = [headerAt(store, 0).hash, genesisHash(genesis, context)];
  if (stored !== given) throw new ChainError({ code: 'genesis-mismatch', stored, given });
}

function assertConsistent(store: Store, states: StateDatabase): void {
  const head = headerAt(store, readTotals(store)?.head ?? 0);
  const { height, root } = states.totals;
  if (height !== head.number || root !== head.stateRoot) {
    const reason = `block ${head.number} has state root ${head.stateRoot}, the state is at ${height} with ${root}`;
    throw new ChainError({ code: 'corrupt', reason });
  }
}

function readIdentity(reader: Reader): { identity: ChainIdentity; rules: ChainRules } {
  const text = readGenesisText(reader);
  if (text === undefined) throw new ChainError({ code: 'genesis-missing' });
  const { network, chainId, parameters } = parseGenesis(text);
  const identity = { network, chainId: BigInt(chainId), genesisHash: headerAt(reader, 0).hash };
  return { identity, rules: { chainId: identity.chainId, parameters, overrides: {} } };
}

function headerAt(reader: Reader, height: number): SealedHeader {
  const header = readHeader(reader, height);
  if (header === undefined) throw new ChainError({ code: 'corrupt', reason: `block ${height} is missing` });
  return header;
}
