import type { ChainRules } from '../../chain/environment.ts';
import type { KnownChain } from '../../chain/open-chain-reader.ts';
import type { Prints } from '../../kernel/prints.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { OriginRead } from '../../state/origin-state.ts';
import type { BlockPlace } from '../development-control.ts';
import type { JsonValue } from '../json-value.ts';
import type { ExecutionLimits, ExecutionRequest } from './execution-kind.ts';
import type { PackedBlock } from './packed-block.ts';

/** The data with which a worker is started. */
export type WorkerSettings = {
  /** folder of the database */
  readonly dataFolder: string;
  readonly known: KnownChain;
  readonly limits: ExecutionLimits;
};

/** Main thread → worker: one execution. The worker gets the next when it has sent the end of the last. */
export type ExecutionMessage = {
  /** the name of the kind */
  readonly kind: string;
  /** its block is a height, or above the head */
  readonly request: ExecutionRequest;
  /** the block that the request is executed on */
  readonly at: BlockPlace;
  /** the newest block; the worker refreshes when it has another */
  readonly head: Hash;
  /** version of the stored data of a fork's origin; the worker refreshes when it is newer */
  readonly originReads: number;
  /** what a development network has set for its next block */
  readonly overrides: ChainRules['overrides'];
  /** the block above the head on which it runs */
  readonly above: PackedBlock | undefined;
};

/** Worker → main thread: the result of an execution as JSON text. */
export type ResultMessage =
  /** the end of a long result that came in parts, ASCII */
  | { readonly type: 'end'; readonly prints: Prints | undefined }
  /** a whole result, and the milliseconds that it took */
  | { readonly type: 'text'; readonly text: string; readonly ranMs: number; readonly prints: Prints | undefined }
  /** the execution was stopped */
  | { readonly type: 'stopped' }
  | {
      readonly type: 'error';
      readonly code: number;
      readonly message: string;
      readonly data: JsonValue | undefined;
      readonly prints: Prints | undefined;
    }
  /** For a fork: what is not stored yet; the execution restarts once it is */
  | { readonly type: 'unavailable'; readonly read: OriginRead }
  /** an error that clients do not see */
  | { readonly type: 'unexpected'; readonly error: unknown };
