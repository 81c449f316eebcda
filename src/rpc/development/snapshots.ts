import type { ChainReader } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { randomHash } from './random-hash.ts';

type Snapshot = { readonly height: number; readonly hash: Hash; readonly restoreSettings: () => void };

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
    const removeGone = () => {
      for (const [id, taken] of this.#taken) if (!this.#exists(taken)) this.#taken.delete(id);
    };
    control.onRewind({ kind: 'derived', name: 'snapshots', rebuild: removeGone }, removeGone);
  }

  /** Returns the id of the snapshot; to be called in a turn, in which no block is removed. */
  take({ number: height, hash }: { readonly number: number; readonly hash: Hash }): number {
    const id = this.#next++;
    this.#taken.set(id, { height, hash, restoreSettings: this.#control.keepSettings() });
    return id;
  }

  /** Resolves with whether there was such a snapshot. */
  revert(id: number): Promise<boolean> {
    return this.#control.exclusively(async ({ rewind }) => {
      const snapshot = this.#taken.get(id);
      if (snapshot === undefined) return false;
      for (const later of [...this.#taken.keys()]) if (later >= id) this.#taken.delete(later);
      if (!this.#exists(snapshot)) return false;
      await rewind(snapshot.height);
      snapshot.restoreSettings();
      return true;
    });
  }

  all(): readonly { readonly id: number; readonly height: number; readonly hash: Hash }[] {
    return [...this.#taken].map(([id, { height, hash }]) => ({ id, height, hash }));
  }

  /** Removes all snapshots, because the chain is reset. */
  reset(): void {
    this.#taken.clear();
    this.#instanceId = randomHash();
  }

  #exists({ height, hash }: Snapshot): boolean {
    return this.#chain.header(height)?.hash === hash;
  }

  /** The id of this run of the network: tools that store what they have deployed start over with a new one. */
  get instanceId(): Hash {
    return this.#instanceId;
  }
}
