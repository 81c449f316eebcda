import type { ChainReader } from '../../chain/types.ts';
import type { NativeContracts } from '../../kernel/engine.ts';
import type { NodeControl } from '../node-control.ts';
import type { WatchLimits } from './watch-quotas.ts';

/** Limits of tracers in JavaScript. */
export type JavaScriptLimits = {
  /** milliseconds of all tracers of one response; 0 for no limit */
  readonly timeoutMs: number;
  /** megabytes of all values of the tracers of one trace */
  readonly memoryMegabytes: number;
  /** instructions of one trace */
  readonly maxSteps: number;
  /** bytes of one tracer */
  readonly maxSourceBytes: number;
};

/** Limits of requests. */
export type EthLimits = {
  /** gas of one call or estimate; 0n for no limit */
  readonly gasCap: bigint;
  /** milliseconds of one execution; 0 for no limit */
  readonly evmTimeoutMs: number;
  /** bytes of a response to one request */
  readonly maxResponseBytes: number;
  /** bytes that the traces of one response may record */
  readonly maxTraceBytes: number;
  readonly jsTracer: JavaScriptLimits;
  /** blocks that one trace_filter executes again */
  readonly maxTraceBlocks: number;
  /** accounts and slots that a request may override */
  readonly maxOverrideSlots: number;
  /** executions that wait for others to end */
  readonly maxWaitingCalls: number;
  /** logs in one response */
  readonly filterCap: number;
  /** milliseconds of one search for logs; 0 for no limit */
  readonly filterTimeoutMs: number;
  /** filters and subscriptions of clients */
  readonly watch: WatchLimits;
  /** Reject the submission of transactions. */
  readonly readOnly: boolean;
};

/** What the EVM interface needs from the node. */
export type EthDependencies = {
  readonly chain: ChainReader;
  readonly node: NodeControl;
  readonly natives: NativeContracts;
  readonly limits: EthLimits;
  /** what web3_clientVersion returns: name/version/system/runtime */
  readonly clientVersion: string;
  /** milliseconds on a clock that never goes back */
  readonly now: () => number;
};
