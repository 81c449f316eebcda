import type { ChainReader } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { RpcError } from '../rpc-error.ts';
import { randomHash } from './random-hash.ts';

/** Most snapshots at a time. */
export const maxSnapshots = 10_000;

type Snapshot = {
  readonly id: number;
  readonly height: number;
  readonly hash: Hash;
  readonly restoreSettings: () => void;
};

/** Snapshots of the chain. Reverting to one removes it and all later ones; one whose block is gone does not exist. */
export class Snapshots {
  readonly #control: DevelopmentControl;
  readonly #chain: Pick<ChainReader, 'header'>;
  #next = 0;
  #instanceId = randomHash();
  /** oldest first: a later one is of the same block or a later one */
  #taken: Snapshot[] = [];

  constructor(control: DevelopmentControl, chain: Pick<ChainReader, 'header'>) {
    this.#control = control;
    this.#chain = chain;
    const removeGone = () => {
      for (let last = this.#taken.at(-1); last !== undefined && !this.#exists(last); last = this.#taken.at(-1))
        this.#taken.pop();
    };
    control.onRewind({ kind: 'derived', name: 'snapshots', rebuild: removeGone }, removeGone);
  }

  /**
   * Returns the id of the snapshot; to be called in a turn, in which no block is removed. Throws an RpcError when there
   * are too many.
   */
  take({ number: height, hash }: { readonly number: number; readonly hash: Hash }): number {
    if (this.#taken.length >= maxSnapshots) {
      const words = `there are ${maxSnapshots} snapshots already`;
      throw new RpcError(-32005, `${words}: evm_revert removes one and all later ones`);
    }
    const id = this.#next++;
    this.#taken.push({ id, height, hash, restoreSettings: this.#control.keepSettings() });
    return id;
  }

  /** Resolves with whether there was such a snapshot. */
  revert(id: number): Promise<boolean> {
    return this.#control.exclusively(async ({ rewind }) => {
      const at = this.#taken.findIndex((taken) => taken.id === id);
      const [snapshot] = at < 0 ? [] : this.#taken.splice(at);
      if (snapshot === undefined) return false;
      await rewind(snapshot.height);
      snapshot.restoreSettings();
      return true;
    });
  }

  /** Oldest first. */
  get all(): readonly { readonly id: number; readonly height: number; readonly hash: Hash }[] {
    return this.#taken;
  }

  /** Removes all snapshots, because the chain is reset. */
  reset(): void {
    this.#taken = [];
    this.#instanceId = randomHash();
  }

  /** Whether its block is there, and no other one in its place. */
  #exists({ height, hash }: Snapshot): boolean {
    return this.#chain.header(height)?.hash === hash;
  }

  /** The id of this run of the network: tools that store what they have deployed start over with a new one. */
  get instanceId(): Hash {
    return this.#instanceId;
  }
}
