import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import type { Reader, Table } from '../store/types.ts';
import type { HeadView } from './head-view.ts';
import { ownedKey } from './keys.ts';
import { unwrittenBlocks } from './state-totals.ts';
import { stateTables } from './tables.ts';
import type { Transition, TreeChanges } from './transition.ts';
import { KeptNode } from './tree/kept-node.ts';
import type { NodeSource } from './tree/node-overlay.ts';
import { TwoKeyCache } from './two-key-cache.ts';
import { accountTree, nodesSince, UnwrittenNodes } from './unwritten-nodes.ts';

/** Row of a node: of the account tree under its path as ASCII digits, of an entry tree behind the owner. */
export function nodeRow(tree: string, path: string): readonly [Table, Uint8Array] {
  const digits = Buffer.from(path, 'latin1');
  if (tree === accountTree) return [stateTables.accountNodes, digits];
  return [stateTables.entryNodes, concatBytes(ownedKey(tree as Address), digits)];
}

/** The nodes of the newest state's trees: those on disk, cached, and those that are not written yet. */
export class StoredNodes {
  readonly #reader: Reader;
  readonly #head: HeadView;
  readonly #nodes: TwoKeyCache;
  /** undefined: not known yet */
  #unwritten: UnwrittenNodes | undefined;

  /** `cacheBytes`: what the cache takes when it is full. */
  constructor(reader: Reader, head: HeadView, cacheBytes: number) {
    this.#reader = reader;
    this.#head = head;
    this.#nodes = new TwoKeyCache(cacheBytes / 2);
  }

  readonly accountTree: NodeSource = this.#tree(accountTree);

  entryTree(owner: Address): NodeSource {
    return this.#tree(owner);
  }

  /** What is not on disk. In a reader it is computed when it is first needed after a commit. */
  get unwritten(): UnwrittenNodes {
    if (this.#unwritten === undefined) {
      const blocks = unwrittenBlocks(this.#reader);
      const height = this.#head.totals.height - blocks;
      const written = (tree: string) => ({ get: (path: string) => this.#written(tree, path) });
      const nodes = blocks === 0 ? new Map() : nodesSince(this.#reader, this.#head, height, written);
      this.#unwritten = new UnwrittenNodes(nodes, blocks);
    }
    return this.#unwritten;
  }

  /** Updates the cache with what a commit just did; `written`: the nodes that it wrote, undefined when it wrote none. */
  apply({ nodes }: Transition, written: TreeChanges | undefined): void {
    if (written === undefined) {
      this.unwritten.addBlock(nodes);
      return;
    }
    for (const [tree, changed] of written)
      for (const [path, node] of changed) this.#nodes.set(tree, path, node?.encoded ?? null);
    this.#unwritten = new UnwrittenNodes(new Map(), 0);
  }

  /** Clears the cache: another thread or process may have committed. */
  invalidate(): void {
    this.#nodes.clear();
    this.#unwritten = undefined;
  }

  #tree(tree: string): NodeSource {
    return {
      get: (path) => {
        const node = this.unwritten.get(tree, path);
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
