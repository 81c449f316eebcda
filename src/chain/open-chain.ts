import { type CacheSizes, cacheSizes } from '../primitives/cache-sizes.ts';
import type { Faults } from '../primitives/faults.ts';
import { zeroHash } from '../primitives/hash.ts';
import { runToEnd } from '../primitives/steps.ts';
import type { OriginSource } from '../state/origin-state.ts';
import { StateDatabase } from '../state/state-database.ts';
import { defaultStateLimits } from '../state/state-reader.ts';
import { Batch } from '../store/batch.ts';
import type { Reader, Store } from '../store/types.ts';
import type { ExecutionContext } from './block-builder.ts';
import { Chain } from './chain.ts';
import { ChainError } from './chain-error.ts';
import { StoredChainReader } from './chain-reader.ts';
import type { ChainRules } from './environment.ts';
import { executeGenesis, genesisHash } from './genesis/execute-genesis.ts';
import { formatGenesis } from './genesis/format-genesis.ts';
import { genesisHeight } from './genesis/genesis-height.ts';
import { type GenesisDocument, parseGenesis } from './genesis/parse-genesis.ts';
import { assertKnownFormat, openKnownChain, stateBase } from './open-chain-reader.ts';
import { prepareBlock } from './prepare-block.ts';
import { readHeader } from './storage/read-block.ts';
import { readGenesisText, readTotals, writeFormat, writeGenesisText } from './storage/totals.ts';
import type { ChainIdentity, SealedHeader } from './types.ts';

export type ChainOptions = {
  /** what gets the state below a fork; without it only what is stored can be read */
  readonly origin?: OriginSource | undefined;
  readonly caches?: CacheSizes;
  /** gets the errors of listeners */
  readonly faults?: Faults;
};

/**
 * Opens the chain in a store, or creates it from the genesis document. Throws a ChainError, and writes nothing, when
 * there is neither, when the data are in another format or of another chain than the document's, or when the newest
 * block and the state do not match.
 */
export function openChain(
  store: Store,
  context: ExecutionContext,
  genesis: GenesisDocument | undefined,
  { origin, caches = cacheSizes(), faults }: ChainOptions = {},
): Chain {
  assertKnownFormat(store);
  const stored = readGenesisText(store);
  const document = stored === undefined ? genesis : parseGenesis(stored);
  if (document === undefined) throw new ChainError({ code: 'genesis-missing' });
  const base = stateBase(store, genesisHeight(document), document.fork, origin);
  const states = new StateDatabase(store, { ...defaultStateLimits, caches }, base);
  if (stored === undefined) createChain(store, states, context, document);
  else if (genesis !== undefined) assertSameGenesis(store, context, genesis);
  const { identity, rules } = identityOf(store, document);
  assertConsistent(store, states);
  const reader = new StoredChainReader(store, identity, rules, states, caches);
  return new Chain({ store, states, reader, context, rules, faults });
}

/**
 * `openKnownChain` of a chain that nothing is known of. Throws a ChainError when there is none, or one in another
 * format.
 */
export function openChainReader(reader: Reader): StoredChainReader {
  assertKnownFormat(reader);
  const text = readGenesisText(reader);
  if (text === undefined) throw new ChainError({ code: 'genesis-missing' });
  const { identity, rules } = identityOf(reader, parseGenesis(text));
  return openKnownChain(reader, { identity, parameters: rules.parameters, cacheSizes: cacheSizes() });
}

function createChain(store: Store, states: StateDatabase, context: ExecutionContext, genesis: GenesisDocument): void {
  const batch = new Batch();
  writeFormat(batch);
  writeGenesisText(batch, formatGenesis(genesis));
  states.commitRows(runToEnd(prepareBlock(store, states, executeGenesis(genesis, context, states), 0, batch)).rows);
}

/** The same text is the same chain. Another text may be too, when only its formatting differs. */
function assertSameGenesis(store: Store, context: ExecutionContext, genesis: GenesisDocument): void {
  if (readGenesisText(store) === formatGenesis(genesis)) return;
  const height = genesisHeight(genesis);
  const [stored, given] = [readHeader(store, height)?.hash ?? zeroHash, genesisHash(genesis, context)];
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

function identityOf(reader: Reader, genesis: GenesisDocument): { identity: ChainIdentity; rules: ChainRules } {
  const { network, chainId, parameters, fork } = genesis;
  const height = genesisHeight(genesis);
  const genesisHash = headerAt(reader, height).hash;
  const identity = { network, chainId: BigInt(chainId), genesisHeight: height, genesisHash, ...(fork && { fork }) };
  return { identity, rules: { network, chainId: identity.chainId, genesisHash, parameters, overrides: {} } };
}

function headerAt(reader: Reader, height: number): SealedHeader {
  const header = readHeader(reader, height);
  if (header === undefined) throw new ChainError({ code: 'corrupt', reason: `block ${height} is missing` });
  return header;
}
