import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import type { PlainData } from '../kernel/codec/codec.ts';
import type { BlockEnvironment, InnerCall, InnerResult, Log, NativeResult, NestedResult } from '../kernel/engine.ts';
import { runInnerCall } from '../kernel/inner-call.ts';
import type { EndBlockContext, ExecutedTransaction, ProposerReport } from '../kernel/module.ts';
import { emptyReport } from '../kernel/module.ts';
import { treasury } from '../kernel/module-account.ts';
import type { AnyCall, NativeModule } from '../kernel/module-sdk/define-module.ts';
import { abiFields } from '../kernel/module-sdk/field.ts';
import { settleEntry } from '../kernel/module-sdk/settle-entry.ts';
import { joinNatives } from '../kernel/natives.ts';
import { moveGifts, poolsOf, startPools } from '../kernel/pools.ts';
import { countSupply } from '../kernel/supply.ts';
import { decodeAbi } from '../primitives/abi/decode.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import { parseSignature } from '../primitives/abi/type.ts';
import type { AbiRecord, AbiValue } from '../primitives/abi/value.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { type Hash, zeroHash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { weiPerUqor } from '../primitives/units.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState, type JournaledState } from '../state/world-state.ts';
import { nestedCalls } from './evm/nested-calls.ts';
import { assertPools } from './modules/pools.ts';

/** Result of a call of a module. */
export type ModuleCallResult = { readonly outputs: AbiRecord } | { readonly rejection: string };

/** Modules on a state of their own, called block by block: for unit tests of one module's rules. */
export type ModuleHarness = {
  readonly state: JournaledState;
  readonly logs: Log[];
  readonly height: number;
  readonly block: BlockEnvironment;
  /** uqor, minted to the account */
  fund(account: Address, uqor: bigint): void;
  balance(account: Address): bigint;
  /** Runs a call as the EVM would: a rejected call changes nothing. */
  call(module: NativeModule, caller: Address, name: string, inputs: AbiRecord, options?: CallOptions): ModuleCallResult;
  /** Runs a message of the EVM, as a contract would. */
  callEvm(call: InnerCall): InnerResult;
  /** Result of a qor_ method. */
  query(module: NativeModule, name: string, ...args: readonly unknown[]): PlainData;
  /** Ends the block and begins the next, `seconds` later. */
  nextBlock(options?: NextBlock): void;
};

type CallOptions = {
  readonly value?: bigint;
  readonly isStatic?: boolean;
  readonly gas?: bigint;
  readonly isHybrid?: boolean;
};
type NextBlock = {
  readonly seconds?: number;
  readonly transactions?: readonly ExecutedTransaction[];
  readonly report?: Partial<ProposerReport>;
};

/** Genesis time of a harness, seconds since 1970. */
export const harnessTime = 1_767_225_600;
/** The network of a harness. */
export const harnessNetwork = { chainId: 9800n, genesisHash: `0x${'9e'.repeat(32)}` as Hash };

/**
 * `sections` are the modules' genesis sections by name; `treasuryUqor` is what the treasury has then; `genesisHeight` is
 * the height of the block that they belong to.
 */
export function createModuleHarness(
  modules: readonly NativeModule[],
  sections: Readonly<Record<string, unknown>> = {},
  treasuryUqor = 0n,
  genesisHeight = 0,
): ModuleHarness {
  const state = createWorldState(emptyView);
  state.mint(treasury, treasuryUqor * weiPerUqor);
  const logs: Log[] = [];
  let block = blockAt(genesisHeight, harnessTime);
  for (const module of modules) module.initGenesis?.({ state, block }, sections[module.name], 'testnet');
  startPools(state, poolsOf({ modules }));
  let counted = { minted: state.minted, burned: state.burned };
  block = blockAt(genesisHeight + 1, harnessTime + 2);
  const emit = (log: Log) => void logs.push(log);
  const { run } = createEngine();
  const natives = joinNatives(precompiles('osaka'), modules);
  const callEvm = (call: InnerCall) =>
    runInnerCall({ run, block, state, options: { natives }, gasPrice: block.baseFee, blobHashes: [], emit }, call);
  const report: ProposerReport = emptyReport(harnessTime * 1000);
  return {
    state,
    logs,
    get height() {
      return Number(block.number);
    },
    get block() {
      return block;
    },
    fund: (account, uqor) => state.mint(account, uqor * weiPerUqor),
    balance: (account) => state.balance(account) / weiPerUqor,
    call: (module, caller, name, inputs, options = {}) =>
      callWithSnapshot(
        { state, block, logs, callEvm: nestedCalls({ run, block, state, natives, emit }) },
        module,
        caller,
        name,
        inputs,
        options,
      ),
    callEvm,
    query: (module, name, ...args) => {
      const found = module.queries.find((entry) => entry.name === name);
      if (found === undefined) throw new RangeError(`${module.name} declares no ${name}`);
      return found.read(
        { state, block },
        found.params.map((param, at) => param.parse(args[at])),
      );
    },
    nextBlock: ({ seconds = 2, transactions = [], report: changes = {} } = {}) => {
      const time = Number(block.timestamp) * 1000;
      const context = { state, block, emit, callEvm, report: { ...report, time, ...changes } };
      const settleOf = ({ address }: NativeModule): EndBlockContext['settle'] => {
        const running = { module: address, state, events: logs };
        return (queue, entry, run) => settleEntry(running, queue, entry, run);
      };
      for (const module of modules) module.endBlock?.({ ...context, transactions, settle: settleOf(module) });
      for (const log of moveGifts(state, poolsOf({ modules }), [])) emit(log);
      assertPools(state, poolsOf({ modules }));
      countSupply(state, Number(block.number), state.minted - counted.minted, state.burned - counted.burned);
      counted = { minted: state.minted, burned: state.burned };
      block = blockAt(Number(block.number) + 1, Number(block.timestamp) + seconds);
      for (const module of modules) module.beginBlock?.({ ...context, block, settle: settleOf(module) });
    },
  };
}

type Running = {
  readonly state: JournaledState;
  readonly block: BlockEnvironment;
  readonly logs: Log[];
  callEvm(call: InnerCall): NestedResult;
};

function callWithSnapshot(
  { state, block, logs, callEvm }: Running,
  module: NativeModule,
  caller: Address,
  name: string,
  inputs: AbiRecord,
  { value = 0n, isStatic = false, gas = 10_000_000n, isHybrid = false }: CallOptions,
): ModuleCallResult {
  const { address, call } = findCall(module, name);
  const mark = state.snapshot();
  const logCount = logs.length;
  const contract = module.contracts.get(address);
  const input = concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), inputs));
  const left = gas - (contract?.gas(input) ?? 0n);
  if (left < 0n) return { rejection: 'out of gas' };
  const emit = (log: Log) => void logs.push(log);
  const frame = { block, origin: caller, caller, self: address, value, input, gas: left, isStatic, depth: 0, isHybrid };
  const result = contract?.run({ ...frame, state, emit, callEvm, beginWork: () => {} });
  if (result?.status === 'success') return { outputs: decodeAbi(abiFields(call.outputs), result.output) };
  state.revert(mark);
  logs.length = logCount;
  return { rejection: rejectionOf(result) };
}

function findCall(module: NativeModule, name: string): { address: Address; call: AnyCall } {
  for (const { address, calls } of [module, ...module.precompiles]) {
    const found = calls.find((entry) => entry.name === name);
    if (found !== undefined) return { address, call: found };
  }
  throw new RangeError(`${module.name} declares no call ${name}`);
}

const errorInputs = parseSignature('Error(string reason)').inputs;

function rejectionOf(result: NativeResult | undefined): string {
  if (result?.status !== 'revert') return 'out of gas';
  const reason: AbiValue | undefined = decodeAbi(errorInputs, result.output.subarray(4)).reason;
  return String(reason);
}

function blockAt(number: number, timestamp: number): BlockEnvironment {
  return {
    fork: 'osaka',
    ...harnessNetwork,
    number: BigInt(number),
    timestamp: BigInt(timestamp),
    gasLimit: 100_000_000n,
    baseFee: 10n ** 11n,
    blobBaseFee: 1n,
    prevRandao: zeroHash,
    coinbase: zeroAddress,
    blockHash: (wanted) => (wanted >= 0n && wanted < number ? harnessNetwork.genesisHash : zeroHash),
  };
}
