import type { KeptNode } from './kept-node.ts';

/** The nodes of one tree, by their path from the root. */
export type NodeSource = { get(path: string): KeptNode | undefined };

/** Changed nodes over stored ones, which are not modified: `changed` is written by the caller. */
export class NodeOverlay implements NodeSource {
  readonly #stored: NodeSource;
  /** null: the node was removed */
  readonly changed = new Map<string, KeptNode | null>();

  constructor(stored: NodeSource) {
    this.#stored = stored;
  }

  get(path: string): KeptNode | undefined {
    const own = this.changed.get(path);
    return own === undefined ? this.#stored.get(path) : (own ?? undefined);
  }

  put(path: string, node: KeptNode): void {
    this.changed.set(path, node);
  }

  remove(path: string): void {
    if (this.#stored.get(path) === undefined) this.changed.delete(path);
    else this.changed.set(path, null);
  }
}

/** The nodes of a tree with changes that were made elsewhere. */
export function nodesOver(stored: NodeSource, changed: ReadonlyMap<string, KeptNode | null> = new Map()): NodeSource {
  return {
    get: (path) => {
      const own = changed.get(path);
      return own === undefined ? stored.get(path) : (own ?? undefined);
    },
  };
}

/** A tree without nodes. */
export const noNodes: NodeSource = { get: () => undefined };
