import type { Address } from '../primitives/address.ts';
import type { Reader } from '../store/types.ts';
import type { HeadView } from './head-view.ts';
import type { TreeChanges } from './transition.ts';
import { KeptNode } from './tree/kept-node.ts';
import type { NodeSource } from './tree/node-overlay.ts';
import { accountTree, nodeRow } from './tree-rows.ts';
import { TwoKeyCache } from './two-key-cache.ts';
import { UnwrittenRows } from './unwritten-rows.ts';

/** The nodes of the newest state's trees: those on disk, cached, and over them those that are not written yet. */
export class StoredNodes {
  readonly #reader: Reader;
  readonly #nodes: TwoKeyCache;
  readonly unwritten: UnwrittenRows;

  /** `cacheBytes`: what the cache takes when it is full. */
  constructor(reader: Reader, head: HeadView, cacheBytes: number) {
    this.#reader = reader;
    this.#nodes = new TwoKeyCache(cacheBytes / 2);
    this.unwritten = new UnwrittenRows(reader, head, (tree) => ({ get: (path) => this.#written(tree, path) }));
  }

  readonly accountTree: NodeSource = this.#tree(accountTree);

  entryTree(owner: Address): NodeSource {
    return this.#tree(owner);
  }

  /** Updates the cache with the nodes that a commit just wrote. */
  apply(written: TreeChanges): void {
    for (const [tree, changed] of written)
      for (const [path, node] of changed) this.#nodes.set(tree, path, node?.encoded ?? null);
  }

  /** Clears the cache: another thread or process may have committed. */
  invalidate(): void {
    this.#nodes.clear();
    this.unwritten.invalidate();
  }

  #tree(tree: string): NodeSource {
    return {
      get: (path) => {
        const node = this.unwritten.node(tree, path);
        return node === undefined ? this.#written(tree, path) : (node ?? undefined);
      },
    };
  }

  #written(tree: string, path: string): KeptNode | undefined {
    let node = this.#nodes.get(tree, path);
    if (node === undefined) {
      node = this.#reader.get(...nodeRow(tree, path)) ?? null;
      this.#nodes.set(tree, path, node);
    }
    return node === null ? undefined : new KeptNode(node);
  }
}
