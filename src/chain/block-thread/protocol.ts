import type { BlockEnvironment, Log } from '../../kernel/engine.ts';
import type { ExecutedTransaction, ProposerReport } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Steps } from '../../primitives/steps.ts';
import type { OriginRead } from '../../state/origin-state.ts';
import type { StateChanges } from '../../state/types.ts';
import type { TransactionResult } from '../execute-transaction.ts';
import type { KnownChain } from '../open-chain-reader.ts';
import type { HookName } from '../run-hook.ts';
import { decodeLogRow, logRowWriter } from '../storage/log-row.ts';
import { encodePackedList, packedItem } from '../storage/packed-list.ts';

/** The data with which the block thread is started. */
export type BlockThreadSettings = {
  /** folder of the database */
  readonly dataFolder: string;
  readonly known: KnownChain;
};

/** A transaction that the block thread executes. */
export type TransactionWork = {
  readonly type: 'transaction';
  readonly raw: Uint8Array;
  readonly sender: Address;
  readonly hash: Hash;
};

/** A hook of a module that the block thread runs. */
export type HookWork = {
  readonly type: 'hook';
  /** address of the module */
  readonly module: Address;
  readonly hook: HookName;
  readonly report: ProposerReport;
  /** those of the block; none before the first */
  readonly transactions: readonly ExecutedTransaction[];
};

/** Main thread → block thread: one piece of work. It gets the next when it has sent the result of the last. */
export type WorkMessage = {
  /** hash of the newest block, which the block under construction comes after */
  readonly parent: Hash;
  /** how much of the origin of a fork is stored; the worker looks again when it is more */
  readonly originReads: number;
  readonly environment: Omit<BlockEnvironment, 'blockHash'>;
  /** Whether the work is in another block than the last. */
  readonly isNewBlock: boolean;
  /** what has changed in the block since the last work here, or since its parent when the block is new */
  readonly changes: StateChanges;
  readonly work: TransactionWork | HookWork;
};

/** The result of a transaction: its logs are a packed list of rows, so that they need not be copied at once. */
export type PackedResult = Omit<TransactionResult, 'logs'> & { readonly logs: Uint8Array<ArrayBuffer> };

/** The result of a hook, likewise. */
export type PackedEvents = { readonly events: Uint8Array<ArrayBuffer> };

/** What the block thread has executed. */
export type ExecutedWork<Result> = {
  readonly result: Result;
  /** Changes since the state before */
  readonly changes: StateChanges;
};

/** Block thread → main thread. */
export type WorkReply<Result> =
  | (ExecutedWork<Result> & { readonly type: 'executed' })
  /** it was stopped */
  | { readonly type: 'stopped' }
  /** For a fork: what is not stored yet; the block restarts once it is */
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
export function* readLogs(packed: Uint8Array): Steps<readonly Log[]> {
  const logs: Log[] = [];
  for (let row = packedItem(packed, 0); row !== undefined; row = packedItem(packed, logs.length)) {
    logs.push(decodeLogRow(row));
    if (logs.length % logsPerStep === 0) yield;
  }
  return logs;
}
