import type { BlockEnvironment, Log } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { OriginRead } from '../../state/origin-state.ts';
import type { StateChanges } from '../../state/types.ts';
import type { BuildSteps } from '../build-step.ts';
import type { TransactionResult } from '../execute-transaction.ts';
import type { KnownChain } from '../open-chain-reader.ts';
import { decodeLogRow, logRowWriter } from '../storage/log-row.ts';
import { encodePackedList, packedItem } from '../storage/packed-list.ts';

/** The data with which the block thread is started. */
export type BlockThreadSettings = {
  /** folder of the database */
  readonly dataFolder: string;
  readonly known: KnownChain;
  /** one cell; not zero when the running transaction must end */
  readonly stop: Int32Array;
};

/** Main thread → block thread: one transaction. It gets the next when it has sent the result of the last. */
export type TransactionMessage = {
  /** hash of the newest block, which the block under construction comes after */
  readonly parent: Hash;
  /** how much of the origin of a fork is stored; the worker looks again when it is more */
  readonly originReads: number;
  readonly environment: Omit<BlockEnvironment, 'blockHash'>;
  /** Whether the transaction is in another block than the last. */
  readonly isNewBlock: boolean;
  /** what has changed in the block since the last transaction here, or since its parent when the block is new */
  readonly changes: StateChanges;
  readonly raw: Uint8Array;
  readonly sender: Address;
  readonly hash: Hash;
};

/** A transaction that the block thread has executed. */
export type ExecutedTransaction = {
  /** the logs as a packed list of rows, so that they need not be copied at once */
  readonly result: Omit<TransactionResult, 'logs'> & { readonly logs: Uint8Array<ArrayBuffer> };
  /** from the state before the transaction */
  readonly changes: StateChanges;
};

/** Block thread → main thread. */
export type TransactionReply =
  | (ExecutedTransaction & { readonly type: 'executed' })
  /** the transaction was stopped */
  | { readonly type: 'stopped' }
  /** of a fork: what is not stored yet; the block begins anew once it is */
  | { readonly type: 'unavailable'; readonly read: OriginRead }
  | { readonly type: 'failed'; readonly error: unknown };

/** Logs that are read in one step: about a millisecond. */
const logsPerStep = 1_000;

/** Logs → bytes that move to another thread without a copy: a packed list of log rows. */
export function packLogs(logs: readonly Log[]): Uint8Array<ArrayBuffer> {
  return encodePackedList(
    logs.map((log) => ({ log, transactionIndex: 0 })),
    logRowWriter,
  );
}

/** The logs that `packLogs` has packed; yields after every `logsPerStep` of them. */
export function* readLogs(packed: Uint8Array): BuildSteps<readonly Log[]> {
  const logs: Log[] = [];
  for (let row = packedItem(packed, 0); row !== undefined; row = packedItem(packed, logs.length)) {
    logs.push(decodeLogRow(row));
    if (logs.length % logsPerStep === 0) yield 'executing';
  }
  return logs;
}
