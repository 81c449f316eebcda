import type { CacheSizes } from '../primitives/cache-sizes.ts';
import { type OriginSource, OriginState } from '../state/origin-state.ts';
import { defaultStateLimits, type StateBase, StateReader } from '../state/state-reader.ts';
import type { Reader } from '../store/types.ts';
import { ChainError } from './chain-error.ts';
import { StoredChainReader } from './chain-reader.ts';
import type { ChainRules } from './environment.ts';
import { isNativeCode } from './native-code.ts';
import { dataFormat, readFormat, readTotals } from './storage/totals.ts';
import type { ChainIdentity } from './types.ts';

/** What is known of a chain that is open in another thread. */
export type KnownChain = Pick<ChainRules, 'parameters'> & {
  readonly identity: ChainIdentity;
  readonly cacheSizes: CacheSizes;
};

type ChainReaderOptions = {
  /** what a development network has set for its next blocks; the reader follows changes of the object */
  readonly overrides?: ChainRules['overrides'];
};

/**
 * A reader for another thread or process than the one that makes the blocks; call `refresh` when there is a new block.
 * It does without the genesis document, which can be large. Throws a ChainError when the data are in another format.
 */
export function openKnownChain(
  reader: Reader,
  { identity, parameters, cacheSizes: caches }: KnownChain,
  { overrides = {} }: ChainReaderOptions = {},
): StoredChainReader {
  assertKnownFormat(reader);
  const states = new StateReader(
    reader,
    { ...defaultStateLimits, caches },
    stateBase(reader, identity.genesisHeight, identity.fork),
  );
  const { network, chainId, genesisHash } = identity;
  const rules = { network, chainId, genesisHash, parameters, overrides };
  return new StoredChainReader(reader, identity, rules, states, caches);
}

/** Where the states of the chain begin; `source` gets what lies below a fork. */
export function stateBase(
  reader: Reader,
  first: number,
  fork: ChainIdentity['fork'],
  source?: OriginSource,
): StateBase {
  return { first, fork: fork && { origin: new OriginState(reader, source), isNative: isNativeCode } };
}

/** A store without a chain has no format. Throws a ChainError. */
export function assertKnownFormat(reader: Reader): void {
  if (readTotals(reader) === undefined) return;
  const stored = readFormat(reader);
  if (stored !== dataFormat) throw new ChainError({ code: 'other-format', stored, known: dataFormat });
}
