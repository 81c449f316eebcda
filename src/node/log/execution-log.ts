import type { Chain } from '../../chain/chain.ts';
import type { CommittedBlock } from '../../chain/types.ts';
import { CallFaultError } from '../../evm/call-fault.ts';
import { parseAddress } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import { clearTimeout, setTimeout, sleep } from '../../primitives/machine.ts';
import { callTraceExecution, transactionTraceExecution } from '../../rpc/debug/trace-executions.ts';
import type { DevelopmentOptions } from '../../rpc/development/options.ts';
import { writeJson } from '../../rpc/dispatch/write-json.ts';
import type { CallExecution } from '../../rpc/execution/call-executions.ts';
import type { ExecutionRequest } from '../../rpc/execution/execution-kind.ts';
import type { Executor, FailureListener } from '../../rpc/execution/executor.ts';
import type { Caller } from '../../rpc/execution/job.ts';
import type { JsonValue } from '../../rpc/json-value.ts';
import { RpcError } from '../../rpc/rpc-error.ts';
import type { TraceConfig } from '../../rpc/tracing/trace-config.ts';
import { traceRequestType } from '../../rpc/tracing/trace-request.ts';
import {
  type CallFrame,
  callName,
  failingCalls,
  failurePlaces,
  failureReason,
  type KnownContracts,
  treeLines,
} from '../../sources/explain-failure.ts';
import type { ProjectContract, ProjectContracts } from '../../sources/project-contracts.ts';
import type { TraceStep } from '../../sources/trace-places.ts';
import { OriginError, StateUnavailableError } from '../../state/origin-state.ts';
import type { Log } from './create-log.ts';
import { plainText } from './plain-text.ts';

/** What traces an execution again, by the tracer that is asked for. */
type Retrace = (config: TraceConfig) => Promise<JsonValue>;
type Place = Readonly<Record<string, unknown>>;

/** Most executions that wait to be explained: of more the log only has the number. */
const mostWaiting = 20;
/** Characters of the largest trace that is read: to parse it takes some 60 ms of the main thread. */
const mostCharacters = 8_000_000;
/** Lines of one execution, and how many are written at once: each takes some ten microseconds. */
const mostLines = 4_096;
const linesAtOnce = 256;
/** Milliseconds that the explanations which wait have when the node ends. */
const closingMs = 2_000;
const configOf = (request: unknown): TraceConfig => ({
  request: traceRequestType.parse(request),
  timeoutMs: undefined,
});
const calls = configOf({ tracer: 'callTracer' });
const instructions = configOf({ disableStorage: true, disableStack: true });

/**
 * Explains in the log of a development network why transactions, calls and estimates fail: the reason, and the calls
 * that led there, with names and lines of the project's contracts. The execution is traced again, one at a time, as for
 * a client, so that nothing waits for it.
 */
export class ExecutionLog {
  readonly #chain: Chain;
  readonly #executor: Executor;
  readonly #options: DevelopmentOptions;
  readonly #log: Log;
  readonly #project: ProjectContracts;
  readonly #stop = new AbortController();
  readonly #caller: Caller;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isClosing = false;
  #leftOut = 0;
  #running: Promise<void> | undefined;

  constructor(chain: Chain, executor: Executor, project: ProjectContracts, options: DevelopmentOptions, log: Log) {
    this.#chain = chain;
    this.#executor = executor;
    this.#options = options;
    this.#log = log;
    this.#project = project;
    this.#caller = { client: { address: 'log', network: 'log' }, signal: this.#stop.signal };
    chain.onBlock({ kind: 'client', name: 'log of executions' }, (committed) => this.#onBlock(committed));
  }

  /** A call or an estimate has failed. */
  readonly callFailed: FailureListener = ({ kind, request }, error) => {
    const method = methods[kind];
    if (!this.#options['print-failures'] || method === undefined || !isCall(request)) return;
    if (!(error instanceof RpcError || error instanceof CallFaultError)) return;
    const { call, block, stateOverrides = new Map(), blockOverrides = {} } = request;
    const overrides = { stateOverrides, blockOverrides, index: undefined };
    const retrace: Retrace = async (config) =>
      this.#executor.run(callTraceExecution, { call, block, config: { ...config, ...overrides } }, this.#caller);
    this.#add(() => this.#explain(retrace, () => this.#chain.reader.head().number, { in: method }));
  };

  /** Waits for the explanations that have begun or wait, for two seconds; of further ones the log has the number. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const timeout = setTimeout(() => {
      this.#leftOut += this.#waiting.length;
      this.#waiting.length = 0;
      this.#stop.abort();
    }, closingMs);
    await this.#running;
    clearTimeout(timeout);
  }

  #onBlock({ block, receipts }: CommittedBlock): void {
    const { number: height, hash } = block.header;
    const heightThere = (): number => {
      if (this.#chain.reader.header(height)?.hash === hash) return height;
      throw new RemovedBlockError(); // another may have its height by now
    };
    for (const [index, { status }] of receipts.entries()) {
      if (!this.#options['print-traces'] && (status !== 0 || !this.#options['print-failures'])) continue;
      const request = { block: { by: 'height', height } as const, location: { height, index } };
      const retrace: Retrace = async (config) =>
        this.#executor.run(transactionTraceExecution, { ...request, config }, this.#caller);
      const tx = block.transactions[index]?.hash;
      this.#add(() => this.#explain(retrace, heightThere, { tx }));
    }
  }

  #add(explain: () => Promise<void>): void {
    if (this.#isClosing) return;
    if (this.#waiting.length >= mostWaiting) this.#leftOut++;
    else this.#waiting.push(explain);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // `#running` is set
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await next();
      } catch (err) {
        if (err instanceof RemovedBlockError) continue;
        if (this.#stop.signal.aborted) this.#leftOut++;
        else this.#log.debug({ err }, 'an execution cannot be explained');
      }
    }
    if (this.#leftOut > 0) this.#log.info(`${this.#leftOut} more executions are not explained`);
    this.#leftOut = 0;
  }

  /** `height`: of the state that has the contracts; it throws when what is explained was removed meanwhile */
  async #explain(retrace: Retrace, height: () => number, place: Place): Promise<void> {
    height();
    const isTree = this.#options['print-traces'] && 'tx' in place;
    const root = await this.#read<CallFrame>(retrace(calls));
    height();
    if (typeof root === 'string') return this.#write(isTree ? 'trace' : 'failure', place, [`not shown: ${root}`]);
    await this.#project.keepFresh();
    const known = await this.#knownIn(root, height);
    if (isTree) await this.#write('trace', place, treeLines(root, known, mostLines));
    if (root.error === undefined || !this.#options['print-failures']) return;
    const path = failingCalls(root);
    const hasLines = path.some((frame) => known.contractOf(frame)?.lineAt !== undefined);
    const steps = hasLines ? await this.#read<{ structLogs: readonly TraceStep[] }>(retrace(instructions)) : 'none';
    height();
    const places = typeof steps === 'string' ? [] : failurePlaces(root, steps.structLogs, known);
    const lines = path.map((frame, at) => {
      const source = places[at];
      const where = source === undefined ? '' : ` at ${source.path}:${source.line}: ${source.text}`;
      return `  in ${callName(frame, known)}${where}`;
    });
    const last = path.at(-1) ?? root;
    await this.#write('failure', place, [failureReason(last, known), ...lines]);
  }

  /** A trace as data, or why there is none that can be read beside other work. */
  async #read<T>(trace: Promise<JsonValue>): Promise<T | string> {
    try {
      const text = writeJson(await trace);
      return text.length > mostCharacters ? 'the trace is too large' : (JSON.parse(text) as T);
    } catch (error) {
      if (error instanceof RpcError && !this.#stop.signal.aborted) return error.message;
      throw error;
    }
  }

  /** What the project knows of the contracts in a tree of calls. */
  async #knownIn(root: CallFrame, height: () => number): Promise<KnownContracts> {
    const found = new Map<string, ProjectContract>();
    const seen = new Set<string>();
    const visit = async (frame: CallFrame): Promise<void> => {
      const { to } = frame;
      if (to !== undefined && !seen.has(to)) {
        seen.add(to);
        const contract = await this.#project.contractOf(this.#codeOf(to, height()));
        if (contract !== undefined) found.set(to, contract);
      }
      for (const call of frame.calls ?? []) await visit(call);
    };
    await visit(root);
    return { contractOf: ({ to = '' }) => found.get(to), errors: this.#project.errors };
  }

  #codeOf(account: string, height: number): string {
    const state = this.#chain.reader.states.at(height);
    try {
      const codeHash = state?.account(parseAddress(account))?.codeHash;
      return state === undefined || codeHash === undefined ? '0x' : toHex(state.code(codeHash));
    } catch (error) {
      if (error instanceof StateUnavailableError || error instanceof OriginError) return '0x'; // only the origin has it
      throw error;
    }
  }

  async #write(part: string, place: Place, lines: readonly string[]): Promise<void> {
    const log = this.#log.child({ part });
    for (const [index, line] of lines.entries()) {
      if (index % linesAtOnce === linesAtOnce - 1) await sleep(0, this.#stop.signal);
      log.info(place, plainText(line));
    }
  }
}

/** The block of a transaction was removed before the transaction was explained. */
class RemovedBlockError extends Error {}

/** The names of methods whose failures are explained. */
const methods: Readonly<Record<string, string>> = { call: 'eth_call', estimateGas: 'eth_estimateGas' };

function isCall(request: ExecutionRequest): request is CallExecution {
  return 'call' in request;
}
