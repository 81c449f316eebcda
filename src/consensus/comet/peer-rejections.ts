import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { MempoolError } from '../../mempool/fault.ts';
import type { Faults } from '../../primitives/faults.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { ConsensusLog } from './process/comet-log.ts';

/**
 * Counts what peers have sent and this node has not taken, by reason: the code of the fault, `malformed`, `busy`,
 * `other-version` or `internal`. Each rejection is a line of the log too, at level debug.
 */
export class PeerRejections {
  readonly counts = new Map<string, number>();
  readonly #log: Pick<ConsensusLog, 'debug'>;
  readonly #faults: Faults;

  constructor(log: Pick<ConsensusLog, 'debug'>, faults: Faults) {
    this.#log = log;
    this.#faults = faults;
  }

  /** An entry, or a transaction of one, that was not even decoded. */
  note(reason: 'malformed' | 'busy' | 'other-version', hash?: Hash): void {
    this.#count(reason);
    this.#log.debug({ reason, hash }, 'rejected what a peer has sent');
  }

  /** A transaction that was decoded, or added to the pool, with this error. */
  noteError(hash: Hash, error: unknown): void {
    const reason = reasonOf(error);
    this.#count(reason);
    const detail = error instanceof Error ? error.message : String(error);
    if (reason === 'internal') this.#faults.note('transaction of a peer', error);
    else this.#log.debug({ hash, reason, detail }, 'rejected a transaction of a peer');
  }

  #count(reason: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MempoolError || error instanceof TransactionFaultError) return error.fault.code;
  return error instanceof TransactionDecodeError ? 'malformed' : 'internal';
}
