import {
  ExecutionStoppedError,
  type Message,
  type Outcome,
  type RunOptions,
  type Tracer,
} from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { InsufficientBalanceError } from '../../state/types.ts';
import { forks, haltReasonOf, signals } from '../instruction-set/enums.ts';
import { AccountTable } from './account-table.ts';
import { CodeCache } from './code-cache.ts';
import { type EngineExports, instantiateEngine, type Pointer } from './engine-exports.ts';
import { EnvironmentWriter } from './environment.ts';
import { FrameView } from './frame-view.ts';
import { createHost } from './host.ts';
import { LogList } from './log-list.ts';
import type { Run } from './run.ts';
import { createRunningState } from './running-state.ts';
import { SlotTable } from './slot-table.ts';
import { WasmMemory } from './wasm-memory.ts';

const mebibyte = 1024 * 1024;
/**
 * An instance keeps the memory that it once needed. One that has more of either is dropped after the run: a further run of
 * 2^24 gas (EIP-7825), which takes at most 184 MiB for codes and 53 for everything else, or a part of both, leaves it with
 * 227 MiB, and 256 with the 29 that do not grow with gas, or not beyond some mebibytes (indexes, caches, return data).
 */
const maxCodeBytes = 174 * mebibyte;
const maxTableBytes = 43 * mebibyte;
/** One that needed more than this is dropped some runs later: until then, a run like the one that needed it finds it. */
const maxIdleBytes = 64 * mebibyte;
const runsUntilDropped = 1_000;

/** Gas between two checks whether to stop: at 40 million gas a second, 5 milliseconds. */
export const sliceGas = 200_000n;
/** Keys of an access list, which are marked before any gas is counted, between two questions whether to stop. */
const keysPerQuestion = 256;
/** The same with a tracer, which takes many times as long. */
const tracedSliceGas = 20_000n;
const unlimitedGas = 0x7fff_ffff_ffff_ffffn;

/** Gas after which `endSlice` is called. */
function sliceOf({ shouldStop, tracer }: RunOptions): bigint {
  if (shouldStop === undefined) return unlimitedGas;
  return tracer === undefined ? sliceGas : tracedSliceGas;
}

/** One instance of the interpreter with its caches. Executes one message at a time. */
export class EvmInstance {
  readonly memory: WasmMemory;
  readonly engine: EngineExports;
  readonly accounts: AccountTable;
  readonly slots: SlotTable;
  readonly codes: CodeCache;
  readonly frames: FrameView;
  readonly logs: LogList;
  /** what tracers read */
  readonly runningState = createRunningState(this);
  readonly #environment: EnvironmentWriter;
  #run: Run | undefined;
  /** what the decoded form of code depends on, besides the tracer */
  #fork = -1;
  #tracer: Tracer | undefined;
  /** runs since it needed much memory */
  #largeRuns = 0;
  /** The state whose values are cached, and its version. */
  #cached: { readonly state: object; readonly version: number } | undefined;

  constructor(memory = new WasmMemory()) {
    this.memory = memory;
    this.engine = instantiateEngine(this.memory.memory, createHost(this));
    this.engine.initialize();
    this.accounts = new AccountTable(this.engine, this.memory);
    this.slots = new SlotTable(this.engine, this.memory, this.accounts);
    this.codes = new CodeCache(this.engine, this.memory);
    this.frames = new FrameView(this.engine, this.memory, this.accounts);
    this.logs = new LogList(this.engine, this.memory, this.accounts);
    this.#environment = new EnvironmentWriter(this.engine, this.memory);
  }

  /** The current run. Throws an Error when there is none. */
  get run(): Run {
    if (this.#run === undefined) throw new Error('no message is running');
    return this.#run;
  }

  /** Whether it may be used for another run. */
  get isReusable(): boolean {
    const tables = this.engine.writtenBytes();
    const codes = this.codes.writtenBytes;
    if (tables + codes <= maxIdleBytes) this.#largeRuns = 0;
    return tables <= maxTableBytes && codes <= maxCodeBytes && this.#largeRuns < runsUntilDropped;
  }

  /** Drops all cached accounts and slots. */
  clearTables(): void {
    this.engine.clearTables();
    this.accounts.clear();
    this.#cached = undefined;
  }

  /** Executes a message to its end. Whatever is thrown, the state is as it was before. */
  execute(run: Run): Outcome {
    this.#run = run;
    this.#begin(run);
    this.#cached = undefined;
    const { state, options } = run;
    const { version } = state;
    try {
      const outcome = this.#outcome(run, this.#start(run));
      const isCacheValid = options.discards !== true || state.version === version;
      this.#cached = isCacheValid ? { state, version: state.version } : undefined;
      return outcome;
    } catch (error) {
      run.rollBack();
      throw error;
    } finally {
      this.#run = undefined;
    }
  }

  #begin({ block, message, state, options }: Run): void {
    const { engine } = this;
    const fork = forks.indexOf(block.fork);
    this.#largeRuns++;
    if (this.accounts.setNatives(options.natives)) this.clearTables();
    if (engine.beginRun(fork, sliceOf(options), message.refund) !== 0) this.accounts.clear();
    this.accounts.markNatives();
    this.#setMode(fork, options.tracer);
    this.logs.clear();
    const isSameState = this.#cached?.state === state && this.#cached.version === state.version;
    if (!isSameState) engine.invalidateValues();
    this.#environment.write(block, message);
  }

  #setMode(fork: number, tracer: Tracer | undefined): void {
    const { engine } = this;
    if (fork === this.#fork && tracer === this.#tracer) return;
    engine.setTracing(tracer !== undefined, tracer?.onStep !== undefined);
    if (fork !== this.#fork || (tracer === undefined) !== (this.#tracer === undefined)) {
      engine.buildOpcodeTable(fork);
      engine.emptyBlockCache();
    }
    this.#fork = fork;
    this.#tracer = tracer;
  }

  #start({ message }: Run): number {
    const { engine, memory } = this;
    this.#warm(message);
    const { data, fee } = message;
    this.#writeInput(data);
    const caller = this.accounts.find(message.caller);
    if (fee !== undefined) this.#pay(message.caller, fee.collector, fee.prepaid);
    if (message.countsNonce === true && message.to !== undefined) engine.incrementNonce(caller);
    const target = message.to === undefined ? 0 : this.accounts.find(message.to);
    memory.setWord(engine.MESSAGE_VALUE.value, message.value);
    return engine.runMessage(caller, target, message.gas, data.length);
  }

  /** Throws an InsufficientBalanceError. */
  #pay(from: Address, to: Address, wei: bigint): void {
    const { engine, memory, accounts } = this;
    const [payer, payee] = [accounts.find(from), accounts.find(to)];
    memory.setWord(engine.SCRATCH.value, wei);
    if (engine.pay(payer, payee) !== 0) return;
    throw new InsufficientBalanceError(from, memory.word(payer + engine.ACCOUNT_BALANCE.value), wei);
  }

  #writeInput(data: Uint8Array): void {
    const { engine, memory } = this;
    engine.reserveMemory(BigInt(engine.MEMORY_START.value + data.length));
    memory.write(engine.MEMORY_START.value, data);
  }

  /** Marks what is warm from the start (EIP-2929, EIP-2930, EIP-3651). Native contracts are always warm. */
  #warm(message: Message): void {
    const { caller, origin, to, warmAccounts } = message;
    const { engine, accounts } = this;
    const warm = [caller, origin, this.run.block.coinbase, ...(to === undefined ? [] : [to]), ...warmAccounts];
    for (const address of warm) engine.markAccountWarm(accounts.find(address));
    this.#list(message);
  }

  /** Marks the access list as warm. Throws an ExecutionStoppedError when the run is stopped. */
  #list({ accessList }: Message): void {
    const { engine, accounts } = this;
    let keys = 0;
    for (const { address, storageKeys } of accessList) {
      const account = accounts.find(address);
      engine.markAccountWarm(account);
      for (const key of storageKeys) {
        this.memory.setHash(engine.SCRATCH.value, key);
        engine.markSlotWarm(account, engine.SCRATCH.value);
        if (++keys % keysPerQuestion === 0) this.#assertNotStopped();
      }
    }
  }

  #outcome(run: Run, signal: number): Outcome {
    const { engine, frames } = this;
    const root = engine.frameAt(0);
    const isSuccess = signal === signals.success;
    const isRevert = signal === signals.revert;
    if (isSuccess) this.#assertReadable(run);
    const gasLeft = isSuccess || isRevert ? frames.gas(root) : 0n;
    const output = isSuccess || isRevert ? frames.output(root) : emptyBytes;
    const refund = isSuccess ? engine.refund.value : run.message.refund;
    this.#payBack(run.message, gasLeft, refund);
    const burned = this.#settle(run);
    return {
      status: isSuccess ? 'success' : isRevert ? 'revert' : 'halt',
      gasLeft,
      refund,
      output,
      logs: isSuccess ? this.logs.all() : [],
      burned,
      ...(isSuccess || isRevert ? {} : { halt: haltReasonOf(engine.haltReason.value) }),
      ...(run.prints?.all === undefined ? {} : { prints: run.prints.all }),
      ...(run.message.to === undefined ? { created: frames.account(root) } : {}),
    };
  }

  #payBack({ fee, caller }: Message, gasLeft: bigint, refund: bigint): void {
    const unused = fee?.refund({ gasLeft, refund }) ?? 0n;
    if (fee !== undefined && unused > 0n) this.#pay(fee.collector, caller, unused);
  }

  /** Writes the changes to the state, or discards them. Returns the wei that were burned. */
  #settle(run: Run): bigint {
    if (run.options.discards === true) {
      this.engine.revertRun();
      run.rollBack();
      return 0n;
    }
    this.flush();
    const { version } = run.state;
    const burned = this.memory.word(this.engine.burned.value) + this.accounts.removeDeadAccounts(run.state);
    // the records of the accounts that were removed, and of their slots, still hold what they had
    if (run.state.version !== version) this.engine.invalidateValues();
    return burned;
  }

  /** Writes all changed records to the state. */
  flush(): void {
    const { state, newCodes, isPristine } = this.run;
    this.accounts.writeBack(state, newCodes);
    this.slots.writeBack(state, isPristine);
  }

  /** Called after each slice of gas. Throws an ExecutionStoppedError when the run is stopped. */
  endSlice(): void {
    this.#assertNotStopped();
    this.#assertReadable(this.run);
  }

  #assertNotStopped(): void {
    if (this.run.options.shouldStop?.() === true) throw new ExecutionStoppedError('execution stopped');
  }

  /** Throws an ExecutionStoppedError when the logs would take too long to read. */
  #assertReadable({ options: { maxLogBytes } }: Run): void {
    if (maxLogBytes !== undefined && this.logs.byteLength > maxLogBytes) throw new ExecutionStoppedError('many logs');
  }

  /** Links an account to its code in the cache. */
  linkCode(account: Pointer): void {
    const { newCodes, state } = this.run;
    const codeHash = this.memory.hash(account + this.engine.ACCOUNT_CODE_HASH.value);
    this.codes.link(account, codeHash, () => newCodes.get(codeHash) ?? state.code(codeHash));
  }

  storeCode(account: Pointer, bytes: Pointer, length: number): void {
    const codeHash = this.memory.hash(account + this.engine.ACCOUNT_CODE_HASH.value);
    this.run.newCodes.set(codeHash, this.memory.read(bytes, length));
  }
}
