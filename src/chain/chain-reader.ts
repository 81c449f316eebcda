import { type CacheSizes, cacheSizes } from '../primitives/cache-sizes.ts';
import type { StateReader } from '../state/state-reader.ts';
import type { Reader } from '../store/types.ts';
import type { ChainRules } from './environment.ts';
import { StoredHistories } from './reading/account-histories.ts';
import { StoredBlocks } from './reading/block-reader.ts';
import { StoredStates } from './reading/chain-states.ts';
import { StoredLogs } from './reading/log-reader.ts';
import type { ChainIdentity, ChainReader } from './types.ts';

/** The committed chain in a store, with caches of decoded data. */
export class StoredChainReader extends StoredBlocks implements ChainReader {
  readonly identity: ChainIdentity;
  readonly cacheSizes: CacheSizes;
  readonly states: StoredStates;
  readonly logs: StoredLogs;
  readonly histories: StoredHistories;
  readonly #states: StateReader;

  /** Throws when the store holds no chain. */
  constructor(
    reader: Reader,
    identity: ChainIdentity,
    rules: ChainRules,
    states: StateReader,
    caches: CacheSizes = cacheSizes(),
  ) {
    super(reader, identity.genesisHeight, states.origin, caches);
    this.identity = identity;
    this.cacheSizes = caches;
    this.states = new StoredStates(reader, this, states, rules);
    this.logs = new StoredLogs(reader, this, this.caches.logRows);
    this.histories = new StoredHistories(reader, this);
    this.#states = states;
  }

  override refresh(): void {
    super.refresh();
    this.#states.refresh();
  }
}
