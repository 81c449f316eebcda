import type { StoredChainReader } from '../chain/chain-reader.ts';
import type { ChainRules } from '../chain/environment.ts';
import { openChainReader } from '../chain/open-chain.ts';
import type { Hash } from '../primitives/hash.ts';
import type { StateLimits } from '../state/state-reader.ts';
import { openLmdbReader } from '../store/lmdb-store.ts';

/** A quarter of what the main thread caches: workers live shortly, and there may be many. */
const stateLimits: StateLimits = { accounts: 8_000, entryBytes: 3 << 20, nodeBytes: 3 << 20, proofChanges: 50_000 };

/** The chain in a database that another thread writes, at the newest commit known. */
export type StoredChain = {
  /**
   * Moves to the newest commit unless `head` is the newest block, and a fork has read as often from its origin. Another
   * object after the chain was rewound.
   */
  follow(head: Hash, originReads?: number): StoredChainReader;
};

/** `overrides`: what a development network has set for its next blocks; the reader follows changes of the object. */
export function openStoredChain(dataFolder: string, overrides: ChainRules['overrides'] = {}): StoredChain {
  const store = openLmdbReader(dataFolder);
  const open = () => openChainReader(store, { overrides, limits: stateLimits });
  let chain = open();
  let knownReads = 0;
  const follow = (head: Hash, originReads = 0): StoredChainReader => {
    const before = chain.head();
    if (before.hash === head && originReads === knownReads) return chain;
    knownReads = originReads;
    store.refresh();
    chain.refresh();
    if (chain.heightOf(before.hash) !== before.number) chain = open(); // rewound: caches are of other blocks
    return chain;
  };
  return { follow };
}
