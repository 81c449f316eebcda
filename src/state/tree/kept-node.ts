import { decodeNode, encodeNode, type Node, type NodeReference, referenceTo } from './node.ts';

/**
 * A node of a tree that is kept. Blocks of few transactions change mostly the same nodes, and write them once for
 * several blocks: between, a node is neither encoded nor decoded, only hashed.
 */
export class KeptNode {
  #node: Node | undefined;
  #encoded: Uint8Array | undefined;

  /** `node`: its fields, or its RLP. */
  constructor(node: Node | Uint8Array) {
    if (node instanceof Uint8Array) this.#encoded = node;
    else this.#node = node;
  }

  /** Its fields. Throws when the RLP is malformed, which means corrupt data. */
  get node(): Node {
    this.#node ??= decodeNode(this.encoded);
    return this.#node;
  }

  /** Its RLP. */
  get encoded(): Uint8Array {
    this.#encoded ??= encodeNode(this.node);
    return this.#encoded;
  }

  /** The reference to it in its parent. */
  get reference(): NodeReference {
    return referenceTo(this.node);
  }
}
