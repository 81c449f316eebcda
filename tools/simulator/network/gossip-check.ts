import assert from 'node:assert/strict';
import { unbundle } from '#qord/consensus/comet/transaction-bundle.ts';
import { feeCap, type Transaction } from '#qord/kernel/transaction/transaction.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import type { Hash } from '#qord/primitives/hash.ts';

/** Milliseconds after which a transaction is sent again, as peers that connect later have not seen it: 30 s, and what asking takes. */
const repeatedAfterMs = 31_000;

/** What a node sends to its peers and takes from them, while its threads and its disk are well. */
export class GossipCheck {
  readonly #node: () => QordNode | undefined;
  /** when each was sent last */
  readonly #sent = new Map<Hash, number>();
  #entries: readonly string[] = [];
  /** what was executable when the node was asked before */
  #due: readonly Hash[] = [];
  /** what had been sent so long ago by then that it was to be sent again */
  #late: readonly Hash[] = [];

  /** `node`: undefined until it has started */
  constructor(node: () => QordNode | undefined) {
    this.#node = node;
  }

  /** The node has answered with what its peers are to get: all that could be executed two answers before, once, and again after some time. */
  reaped(entries: readonly Uint8Array[], nowMs: number): void {
    const { control, chain } = this.#node() ?? {};
    if (control === undefined || chain === undefined) return;
    const { mempool } = control;
    const texts = entries.map((entry) => Buffer.from(entry).toString('base64'));
    assert.ok(!texts.some((entry) => this.#entries.includes(entry)), 'a node does not send an entry again at once');
    this.#entries = texts;
    for (const hash of this.#sent.keys()) if (mempool.get(hash) === undefined) this.#sent.delete(hash);
    for (const hash of entries.flatMap(hashesIn)) this.#sent.set(hash, nowMs);
    const isGone = (hash: Hash) => mempool.get(hash) === undefined;
    for (const hash of this.#due) assert.ok(this.#sent.has(hash) || isGone(hash), `${hash} is sent to the peers`);
    for (const hash of this.#late)
      assert.ok(this.#sent.get(hash) === nowMs || isGone(hash), `${hash} is sent to the peers again`);
    const { pending } = mempool.content();
    this.#due = pending.map(({ hash }) => hash);
    const isLate = ({ hash }: Transaction) => nowMs - (this.#sent.get(hash) ?? nowMs) > repeatedAfterMs;
    const fee = 2n * chain.reader.head().baseFee;
    this.#late = pending.filter((each) => isLate(each) && feeCap(each) > fee).map(({ hash }) => hash);
  }

  /** The node takes an entry of a peer: returns what asserts, some time later, that it has each transaction, or has counted why not. */
  taking(entry: Uint8Array): () => void {
    const { control, chain } = this.#node() ?? {};
    if (control === undefined || chain === undefined) return () => {};
    const rejections = () => [...control.rejectedFromPeers().values()].reduce((sum, count) => sum + count, 0);
    const before = rejections();
    const isKnown = (hash: Hash) =>
      control.mempool.get(hash) !== undefined ||
      chain.reader.locate(hash) !== undefined ||
      control.mempool.dropReason(hash) !== undefined;
    return () => {
      const lost = hashesIn(entry).find((hash) => !isKnown(hash));
      assert.ok(lost === undefined || rejections() > before, `${lost}, which a peer has sent, is not lost`);
    };
  }
}

/** Hashes of the transactions of an entry; none of one that cannot be read. */
function hashesIn(entry: Uint8Array): readonly Hash[] {
  const found = unbundle(entry);
  return 'code' in found ? [] : found.map(keccakHash);
}
