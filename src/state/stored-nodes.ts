import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import type { Reader } from '../store/types.ts';
import { ownedKey } from './keys.ts';
import { stateTables } from './tables.ts';
import type { Transition } from './transition.ts';
import type { NodeSource } from './tree/node-overlay.ts';
import { TwoKeyCache } from './two-key-cache.ts';

/** Row key of a node of the account tree: its path as ASCII digits. */
export function accountNodeKey(path: string): Uint8Array {
  return Buffer.from(path, 'latin1');
}

/** Row key of a node of an entry tree: the owner, then the path as ASCII digits. */
export function entryNodeKey(owner: Address, path: string): Uint8Array {
  return concatBytes(ownedKey(owner), Buffer.from(path, 'latin1'));
}

/** Takes the place of the owner in the cache keys of the account tree. */
const accountTree = '';

/** The nodes of the newest state's trees, cached. */
export class StoredNodes {
  readonly #reader: Reader;
  readonly #nodes: TwoKeyCache;

  /** `cacheBytes`: what the cache takes when it is full. */
  constructor(reader: Reader, cacheBytes: number) {
    this.#reader = reader;
    this.#nodes = new TwoKeyCache(cacheBytes / 2);
  }

  readonly accountTree: NodeSource = {
    get: (path) =>
      this.#cached(accountTree, path, () => this.#reader.get(stateTables.accountNodes, accountNodeKey(path))),
  };

  entryTree(owner: Address): NodeSource {
    return {
      get: (path) =>
        this.#cached(owner, path, () => this.#reader.get(stateTables.entryNodes, entryNodeKey(owner, path))),
    };
  }

  /** Updates the cache with what a commit just wrote. */
  apply({ accountNodes, entryNodes }: Transition): void {
    for (const [path, node] of accountNodes) this.#nodes.set(accountTree, path, node);
    for (const [owner, nodes] of entryNodes) {
      for (const [path, node] of nodes) this.#nodes.set(owner, path, node);
    }
  }

  /** Clears the cache: another thread or process may have committed. */
  invalidate(): void {
    this.#nodes.clear();
  }

  #cached(tree: string, path: string, read: () => Uint8Array | undefined): Uint8Array | undefined {
    let node = this.#nodes.get(tree, path);
    if (node === undefined) {
      node = read() ?? null;
      this.#nodes.set(tree, path, node);
    }
    return node ?? undefined;
  }
}
