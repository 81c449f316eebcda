import type { ChainReader } from '../../chain/types.ts';
import { type Hash, parseHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { randomBytes } from '../../primitives/machine.ts';
import type { DevelopmentControl } from '../development-control.ts';

type Snapshot = { readonly height: number; readonly hash: Hash; readonly timeShiftMs: number };

/** Snapshots of the chain. Reverting to one removes it and all later ones; one whose block is gone does not exist. */
export class Snapshots {
  readonly #control: DevelopmentControl;
  readonly #chain: Pick<ChainReader, 'header'>;
  #next = 0;
  #instanceId = randomHash();
  readonly #taken = new Map<number, Snapshot>();

  constructor(control: DevelopmentControl, chain: Pick<ChainReader, 'header'>) {
    this.#control = control;
    this.#chain = chain;
  }

  /** Returns the id of the snapshot; to be called in a turn, in which no block is removed. */
  take({ number: height, hash }: { readonly number: number; readonly hash: Hash }): number {
    const id = this.#next++;
    this.#taken.set(id, { height, hash, timeShiftMs: this.#control.timeShiftMs });
    return id;
  }

  /** Resolves with whether there was such a snapshot. */
  revert(id: number): Promise<boolean> {
    return this.#control.exclusively(async ({ rewind }) => {
      const snapshot = this.#taken.get(id);
      if (snapshot === undefined) return false;
      for (const later of [...this.#taken.keys()]) if (later >= id) this.#taken.delete(later);
      if (this.#chain.header(snapshot.height)?.hash !== snapshot.hash) return false;
      await rewind(snapshot.height);
      this.#control.setTimeShift(snapshot.timeShiftMs);
      return true;
    });
  }

  /** Removes the snapshots of blocks above a height. */
  removeAbove(height: number): void {
    for (const [id, taken] of this.#taken) if (taken.height > height) this.#taken.delete(id);
  }

  all(): readonly { readonly id: number; readonly height: number; readonly hash: Hash }[] {
    return [...this.#taken].map(([id, { height, hash }]) => ({ id, height, hash }));
  }

  /** Removes all snapshots, because the chain is reset. */
  reset(): void {
    this.#taken.clear();
    this.#instanceId = randomHash();
  }

  /** The id of this run of the network: tools that store what they have deployed start over with a new one. */
  get instanceId(): Hash {
    return this.#instanceId;
  }
}

function randomHash(): Hash {
  return parseHash(toHex(randomBytes(32)));
}
