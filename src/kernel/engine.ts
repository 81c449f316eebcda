import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { StateView, WorldState } from '../state/types.ts';
import type { FeeRules } from './fee-rules.ts';
import type { Prints } from './prints.ts';
import type { SignatureRules } from './signature-rules.ts';
import type { AccessList } from './transaction/transaction.ts';

/** Rule sets of the engine. The chain runs osaka; the others exist for the official tests. */
export type Fork = 'cancun' | 'prague' | 'osaka';

/** The block environment of code. */
export type BlockEnvironment = {
  readonly fork: Fork;
  readonly chainId: bigint;
  /** hash of the first block, which no other network has; zero in that block itself */
  readonly genesisHash: Hash;
  readonly number: bigint;
  /** seconds since 1970 */
  readonly timestamp: bigint;
  readonly gasLimit: bigint;
  /** most gas of one transaction (EIP-7825); absent: only the block limits it */
  readonly maxTransactionGas?: bigint | undefined;
  /** longest code of a contract in bytes; absent: 24,576 (EIP-170). Init code has twice as many (EIP-3860). */
  readonly maxCodeBytes?: number | undefined;
  /** wei per gas */
  readonly baseFee: bigint;
  readonly blobBaseFee: bigint;
  readonly prevRandao: Hash;
  readonly coinbase: Address;
  /** Hash of one of the last 256 blocks; the zero hash for any other number. */
  blockHash(number: bigint): Hash;
};

/** One top-level message, after its transaction was checked and paid for. */
export type Message = {
  readonly caller: Address;
  /** undefined creates a contract; its address then follows from the caller's nonce before the transaction */
  readonly to: Address | undefined;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
  /** gas for the execution itself, without the intrinsic gas */
  readonly gas: bigint;
  /** the result of GASPRICE */
  readonly gasPrice: bigint;
  /** the result of ORIGIN */
  readonly origin: Address;
  readonly blobHashes: readonly Hash[];
  /** warm from the start (EIP-2930), besides origin, target, coinbase and precompiles */
  readonly accessList: AccessList;
  /** further accounts warm from the start: authorities and delegates of EIP-7702 */
  readonly warmAccounts: readonly Address[];
  /** gas the refund counter starts with (EIP-7702 gives some back before execution) */
  readonly refund: bigint;
  /** whether the post-quantum key of `origin` has signed it, too; true for calls that nobody signs */
  readonly isHybrid?: boolean;
  /** Whether the caller's nonce counts up before the call, as for a transaction. A creation counts it in any case. */
  readonly countsNonce?: boolean;
  /** what the caller pays for the gas in QOR; undefined when it pays nothing, or in another token */
  readonly fee?: MessageFee | undefined;
};

/** The fee of a transaction. Whoever sends the message says how much; the engine only moves the coins. */
export type MessageFee = {
  readonly collector: Address;
  /** wei that the caller pays before the message */
  readonly prepaid: bigint;
  /** Wei of it that the collector returns after the message. */
  refund(ended: Pick<Outcome, 'gasLeft' | 'refund'>): bigint;
};

export type Log = { readonly address: Address; readonly topics: readonly Hash[]; readonly data: Uint8Array };

/** Why an execution halted exceptionally; all its gas is used. */
export type HaltReason =
  | 'out of gas'
  | 'stack underflow'
  | 'stack overflow'
  | 'invalid jump destination'
  | 'invalid opcode'
  | 'write protection'
  | 'return data out of bounds'
  | 'contract address collision'
  | 'max code size exceeded'
  | 'max initcode size exceeded'
  | 'invalid code: must not begin with 0xef'
  | 'contract creation code storage out of gas'
  | 'nonce uint64 overflow'
  | 'insufficient balance for transfer'
  | 'max call depth exceeded'
  | 'precompile failure';

export type Outcome = {
  readonly status: 'success' | 'revert' | 'halt';
  /** set when status is 'halt' */
  readonly halt?: HaltReason;
  /** The same as text that names the instruction where that helps; set when `exactHalt` is. */
  readonly haltText?: string;
  readonly gasLeft: bigint;
  /** the refund counter (EIP-3529), not yet capped */
  readonly refund: bigint;
  readonly output: Uint8Array;
  readonly logs: readonly Log[];
  /** address of the contract, for creations (also failed ones) */
  readonly created?: Address;
  /** wei that self-destruction burned (EIP-6780) */
  readonly burned: bigint;
  /** what code passed to console.log, whatever the status; undefined for nothing, and where nobody reads it */
  readonly prints?: Prints;
};

/** The execution was stopped from outside; its changes are undone. */
export class ExecutionStoppedError extends Error {
  override name = 'ExecutionStoppedError';
}

export type RunOptions = {
  readonly natives: NativeContracts;
  /** Called after each slice of gas, about every millisecond; true stops the run with an ExecutionStoppedError. */
  readonly shouldStop?: (() => boolean) | undefined;
  /**
   * A call of a module that costs more gas, or work of a module that takes more in one piece, stops the run in the same
   * way: nothing can stop it later. So does a precompile that costs more than two fifths of it: for its gas it takes up
   * to two and a half times as long (docs/gas.md).
   */
  readonly maxNativeGas?: bigint | undefined;
  /**
   * More bytes of logs, as the engine keeps them, stop the run in the same way: 200,000 logs are emitted in ten
   * milliseconds, and read in hundreds.
   */
  readonly maxLogBytes?: number | undefined;
  readonly tracer?: Tracer;
  /** Say what halts by a text that names the instruction, too (`haltText`). Costs a second run of what halts. */
  readonly exactHalt?: boolean;
  /**
   * Leave the state as it was, whatever the outcome. What the engine has loaded then serves the next run on this state.
   */
  readonly discards?: boolean;
  /** nesting of this run: native contracts may run code themselves, a few levels deep */
  readonly nesting?: number;
};

/** A message that a native contract sends for an account that has agreed to it. */
export type InnerCall = {
  readonly from: Address;
  /** undefined creates a contract */
  readonly to: Address | undefined;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly gas: bigint;
};

/** The result. A failed message has changed nothing but the nonce of the account in a creation. */
export type InnerResult = {
  /** undefined after success; 'revert', or the reason of a halt */
  readonly failure: 'revert' | HaltReason | undefined;
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** whether a frame ran out of gas, so that the outcome depends on how much was sent along */
  readonly isStarved: boolean;
  /** whether a message of a native contract was refused for nesting, so that the outcome depends on who sent it */
  readonly isTooDeep: boolean;
  /** whether it did not begin (nesting, balance, size of initcode, nonce): it has used up nothing */
  readonly isRefused: boolean;
};

/** The result of a message that a native contract runs while its own call waits. */
export type NestedResult = InnerResult & {
  /** wei that have left its sender meanwhile, whoever moved them and whatever came back; 0 when it failed */
  readonly sent: bigint;
};

/**
 * Runs EVM code. `run` is synchronous; keeps nothing between runs but caches.
 *
 * `run` reads and writes `state`: after a success all changes of the message are in it; after a revert or halt only
 * those that survive (nonce and fee of the caller); when the options say so, none. Throws an InsufficientBalanceError
 * when the caller cannot pay the fee. The rules of transactions are in `evm/transaction`.
 */
export interface Engine {
  run(block: BlockEnvironment, message: Message, state: WorldState, options: RunOptions): Outcome;
}

/** Contracts that are code of the node: precompiles and native modules, by address. */
export interface NativeContracts {
  at(address: Address): NativeContract | undefined;
  /** warm in every transaction */
  readonly addresses: readonly Address[];
  /** rules for signatures besides ECDSA; undefined without a module that declares them */
  readonly signatures?: SignatureRules | undefined;
  /** fees in other tokens than QOR; undefined where all are paid in QOR */
  readonly fees?: FeeRules | undefined;
}

/** Code of the node that is called like a contract. */
export type NativeContract = PrecompiledContract | ModuleContract;

type PricedContract = {
  readonly name: string;
  /**
   * Gas that a call takes at least. It is charged before anything else is done for the call, so it depends on little:
   * the length of the input, and a few bytes at known places. The input is borrowed, see `PrecompiledContract.run`.
   */
  gas(input: Uint8Array): bigint;
};

/** A precompile sees its input only. */
export type PrecompiledContract = PricedContract & {
  readonly stateful: false;
  /**
   * Undefined when the input is not valid: the call fails and takes all its gas. The input is borrowed, a view of the
   * engine's memory: it is neither changed nor kept, but the output may be a part of it.
   */
  run(input: Uint8Array): Uint8Array | undefined;
};

/** A module reads and writes the state. */
export type ModuleContract = PricedContract & {
  readonly stateful: true;
  /** Name of the call that the input chooses, such as `lock`, for traces; undefined when it chooses none. */
  callName?(input: Uint8Array): string | undefined;
  run(call: NativeCall): NativeResult;
};

export type NativeCall = {
  readonly block: BlockEnvironment;
  readonly origin: Address;
  readonly caller: Address;
  /** whether the caller itself requests this with both signatures of a hybrid transaction */
  readonly isHybrid: boolean;
  /** the account whose context runs: differs from the native contract's own under DELEGATECALL and CALLCODE */
  readonly self: Address;
  /** wei; already moved to `self` by the engine */
  readonly value: bigint;
  /** borrowed until the call is over, see `PrecompiledContract.run` */
  readonly input: Uint8Array;
  /** gas that remains after the contract's `gas` */
  readonly gas: bigint;
  /** inside STATICCALL: any change must end in a revert */
  readonly isStatic: boolean;
  readonly depth: number;
  readonly state: WorldState;
  /** Appends to the transaction's logs; undone with the call. */
  emit(log: Log): void;
  /**
   * To be called before work that takes this much gas in addition to the contract's `gas`: throws an
   * ExecutionStoppedError when the run must end instead.
   */
  beginWork(gas: bigint): void;
  /** Runs code on `state` at once. Its logs go to `emit`; its gas is the native contract's to charge. */
  callEvm(call: InnerCall): NestedResult;
};

/** `gasUsed`: gas in addition to the contract's `gas`. */
export type NativeResult =
  | { readonly status: 'success'; readonly gasUsed: bigint; readonly output: Uint8Array }
  | { readonly status: 'revert'; readonly gasUsed: bigint; readonly output: Uint8Array }
  /** uses all the gas of the call */
  | { readonly status: 'failure' }
  | { readonly status: 'out of gas' };

export type FrameKind = 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT';

/** Observes an execution. Steps cost nothing when `onStep` is absent. */
export type Tracer = {
  onEnter?(frame: EnteredFrame): void;
  onExit?(frame: ExitedFrame): void;
  onStep?(step: Step): void;
  onLog?(log: Log, depth: number): void;
};

/** Only valid during the call; the bytes are copied when they are read. */
export type EnteredFrame = {
  readonly kind: FrameKind;
  /** 0 for the transaction itself */
  readonly depth: number;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly gas: bigint;
  readonly input: Uint8Array;
};

/** Only valid during the call; the bytes are copied when they are read. */
export type ExitedFrame = {
  readonly depth: number;
  readonly gasUsed: bigint;
  readonly output: Uint8Array;
  /** undefined after success; 'execution reverted' or the reason of a halt otherwise */
  readonly error?: string;
};

/** The state of the machine just before an instruction. The views are only valid during the call. */
export type Step = {
  readonly pc: number;
  readonly opcode: number;
  readonly depth: number;
  readonly address: Address;
  readonly gas: bigint;
  readonly refund: bigint;
  readonly memorySize: number;
  /** words on the stack */
  readonly stackSize: number;
  memory(): Uint8Array;
  /** bottom first */
  stack(): readonly bigint[];
  returnData(): Uint8Array;
  /** what CALLER pushes */
  caller(): Address;
  /** wei; what CALLVALUE pushes */
  callValue(): bigint;
  /** the input of the frame: in a creation the code that is executed */
  input(): Uint8Array;
  /** State as the instructions before this one left it */
  readonly state: RunningState;
};

/** The state in the middle of an execution, with what has not been written to the `WorldState` yet. */
export type RunningState = Pick<StateView, 'account' | 'code' | 'entry'>;
