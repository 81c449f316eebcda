import type { StoredChainReader } from '../chain/chain-reader.ts';
import type { ChainRules } from '../chain/environment.ts';
import { type KnownChain, openKnownChain } from '../chain/open-chain-reader.ts';
import { threadCacheSizes } from '../primitives/cache-sizes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { StoreReader } from '../store/types.ts';

/** The chain in a database that another thread writes, at the newest commit known. */
type StoredChain = {
  /**
   * Moves to the newest commit unless `head` is the newest block, and a fork has read as often from its origin. Another
   * object after the chain was rewound.
   */
  follow(head: Hash, originReads?: number): StoredChainReader;
};

/** `overrides`: what a development network has set for its next blocks; the reader follows changes of the object. */
export function openStoredChain(
  store: StoreReader,
  known: KnownChain,
  overrides: ChainRules['overrides'] = {},
): StoredChain {
  const here = Object.assign({}, known, { cacheSizes: threadCacheSizes(known.cacheSizes) });
  const open = () => openKnownChain(store, here, { overrides });
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
