import type { ForkPoint } from '../chain/genesis/parse-genesis.ts';
import { elapsedMs } from '../primitives/machine.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import {
  OriginError,
  type OriginRead,
  type OriginSource,
  readOriginCount,
  writeOriginAccount,
  writeOriginBlockHash,
  writeOriginCount,
  writeOriginSlot,
} from '../state/origin-state.ts';
import { Batch } from '../store/batch.ts';
import type { Store } from '../store/types.ts';
import type { Origin } from './origin.ts';
import { readOriginAccount, readOriginBlock, readOriginSlot } from './origin-reads.ts';

/** Milliseconds in which a read that has failed is not repeated: an immediate retry gets the same error. */
const failureMs = 1_000;
const maxFailures = 1_000;

type Dependencies = {
  readonly origin: Origin;
  readonly store: Store;
  readonly point: ForkPoint;
  /** most reads that are stored */
  readonly maxReads: number;
};

/** Fetches what is read of the state below a fork, and stores it: it is never requested again. */
export class StateSource implements OriginSource {
  readonly #parts: Dependencies;
  #stored: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, { readonly error: OriginError; readonly until: number }>();

  constructor(parts: Dependencies) {
    this.#parts = parts;
    this.#stored = readOriginCount(parts.store);
  }

  get stored(): number {
    return this.#stored;
  }

  fetch(read: OriginRead): Promise<void> {
    const key = keyOfRead(read);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const fetched = this.#fetch(read)
      .catch((error: unknown) => {
        throw this.#remember(key, error);
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, fetched);
    return fetched;
  }

  failure(read: OriginRead): OriginError | undefined {
    if (this.#failures.size === 0) return undefined;
    const key = keyOfRead(read);
    const failure = this.#failures.get(key);
    if (failure === undefined || elapsedMs() < failure.until) return failure?.error;
    this.#failures.delete(key);
    return undefined;
  }

  async #fetch(read: OriginRead): Promise<void> {
    const { origin, store, point, maxReads } = this.#parts;
    if (this.#stored >= maxReads) {
      throw new OriginError(`more than ${maxReads} reads of the origin (fork.max-state-reads)`, -32005);
    }
    const height = point.blockNumber;
    const batch = new Batch();
    if (read.kind === 'account') {
      const { account, code } = await readOriginAccount(origin, read.address, height);
      writeOriginAccount(batch, read.address, account, code);
    } else if (read.kind === 'slot') {
      writeOriginSlot(batch, read.owner, read.key, await readOriginSlot(origin, read.owner, read.key, height));
    } else {
      const { hash } = await readOriginBlock(origin, read.height);
      writeOriginBlockHash(batch, read.height, hash);
    }
    await store.whenIdle(() => {
      writeOriginCount(batch, this.#stored + 1);
      store.commit(batch);
      this.#stored++;
    });
  }

  #remember(key: string, cause: unknown): unknown {
    if (!(cause instanceof OriginError) && !(cause instanceof RpcError)) return cause;
    const error = cause instanceof OriginError ? cause : new OriginError(cause.message, cause.code);
    if (this.#failures.size >= maxFailures) this.#failures.clear();
    this.#failures.set(key, { error, until: elapsedMs() + failureMs });
    return error;
  }
}

function keyOfRead(read: OriginRead): string {
  if (read.kind === 'account') return read.address;
  return read.kind === 'slot' ? `${read.owner}${read.key}` : `block ${read.height}`;
}
