import assert from 'node:assert/strict';
import type { Chain } from '../chain/chain.ts';
import { devGenesis } from '../chain/genesis/dev-genesis.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { openChain } from '../chain/open-chain.ts';
import type { CommittedBlock } from '../chain/types.ts';
import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import type { PlainData } from '../kernel/codec/codec.ts';
import type { Misbehaviour, Vote } from '../kernel/module.ts';
import type { NativeModule } from '../kernel/module-sdk/define-module.ts';
import { abiFields } from '../kernel/module-sdk/field.ts';
import { defaultSections, joinNatives } from '../kernel/natives.ts';
import { poolsOf } from '../kernel/pools.ts';
import { totalSupply } from '../kernel/supply.ts';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { createModules } from '../modules/index.ts';
import { overviewQueries } from '../modules/readers.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import type { AbiRecord } from '../primitives/abi/value.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';
import { allAccounts } from '../state/all-accounts.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { exportedDocument } from './modules/exported-genesis.ts';
import { assertPools } from './modules/pools.ts';

/** A chain in memory with every native module, whose blocks a test makes itself: with any votes, at any time. */
export type ModuleChain = {
  readonly chain: Chain;
  /** Appends a block `milliseconds` after the last, and asserts afterwards the supply and what the modules owe. */
  mine(options?: BlockOptions): CommittedBlock;
  /** The same without asserting anything, for measurements. */
  append(options?: BlockOptions): CommittedBlock;
  /** A transaction of a development account that calls a module, with `value` wei. */
  call(account: number, moduleName: string, name: string, inputs: AbiRecord, value?: bigint): Transaction;
  /** Lets `call` count nonces from the state again, after transactions that were not mined. */
  forgetNonces(): void;
  /** Result of a qor_ method at the head. */
  query(name: string, ...args: readonly unknown[]): PlainData;
  /** The genesis document that this state would make. */
  exported(): GenesisDocument;
  /** Asserts that the supply that the chain counts is the sum of all balances, to the last wei. */
  assertSupply(): void;
};

type BlockOptions = {
  readonly transactions?: readonly Transaction[];
  readonly votes?: readonly Vote[];
  readonly misbehaviour?: readonly Misbehaviour[];
  readonly milliseconds?: number;
  readonly miner?: Address;
};

/** A development genesis with sections of some modules replaced. */
export function genesisWith(changes: Readonly<Record<string, object>>): GenesisDocument {
  const sections: Record<string, unknown> = defaultSections(createModules(), 'dev');
  for (const [name, section] of Object.entries(changes)) sections[name] = { ...(sections[name] as object), ...section };
  return devGenesis(sections);
}

/** Opens a chain with all native modules, by default in a new store in memory. */
export function openModuleChain(
  genesis: GenesisDocument,
  modules = createModules(),
  store: Store = createMemoryStore(),
): ModuleChain {
  const machine = { engine: createEngine(), natives: joinNatives(precompiles('osaka'), modules), modules };
  const chain = openChain(store, machine, genesis);
  let time = chain.reader.head().timestamp * 1000;
  const assertSupply = () => {
    let sum = 0n;
    for (const [, { balance }] of allAccounts(store)) sum += balance;
    assert.equal(totalSupply(chain.headState()), sum);
  };
  const append = ({ transactions = [], milliseconds = 2_000, miner = zeroAddress, ...reported }: BlockOptions = {}) => {
    time += milliseconds;
    const report = { time, waitingTransactions: 0, waitingBytes: 0, votes: [], misbehaviour: [], ...reported };
    const executed = chain.next.execute({ miner, report }, transactions);
    chain.commit(executed);
    return executed;
  };
  return {
    chain,
    append,
    mine: (options) => {
      const executed = append(options);
      assertSupply();
      assertPools(chain.headState(), poolsOf({ modules }));
      return executed;
    },
    call: (account, moduleName, name, inputs, value = 0n) =>
      signCall(chain, modules, { account, moduleName, name, inputs, value }),
    forgetNonces: () => void nonces.delete(chain),
    query: (name, ...args) => {
      const queries = [...modules.flatMap((module) => module.queries), ...overviewQueries];
      const found = queries.find((query) => query.name === name);
      const block = chain.reader.states.environmentAt(chain.reader.head().number);
      if (found === undefined || block === undefined) throw new RangeError(`no ${name}`);
      const parsed = found.params.map((param, at) => param.parse(args[at]));
      return found.read({ state: chain.headState(), block }, parsed);
    },
    exported: () => exportedDocument(store, machine),
    assertSupply,
  };
}

type Call = {
  readonly account: number;
  readonly moduleName: string;
  readonly name: string;
  readonly inputs: AbiRecord;
  readonly value: bigint;
};

const nonces = new WeakMap<Chain, Map<number, bigint>>();

function signCall(
  chain: Chain,
  modules: readonly NativeModule[],
  { account, moduleName, name, inputs, value }: Call,
): Transaction {
  const target = modules
    .filter((module) => module.name === moduleName)
    .flatMap(({ address, calls, precompiles: further }) => [{ address, calls }, ...further])
    .flatMap(({ address, calls }) => calls.map((call) => ({ address, call })))
    .find(({ call }) => call.name === name && Object.keys(call.inputs).every((field) => field in inputs));
  const sender = developmentAccounts[account];
  if (target === undefined || sender === undefined)
    throw new RangeError(`no ${moduleName}.${name} or account ${account}`);
  const used = nonces.get(chain) ?? new Map<number, bigint>();
  const nonce = used.get(account) ?? chain.headState().account(sender.address)?.nonce ?? 0n;
  nonces.set(chain, used.set(account, nonce + 1n));
  const data = concatBytes(fromHex(target.call.selector), encodeAbi(abiFields(target.call.inputs), inputs));
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n };
  const fields = { gasLimit: 12_000_000n, to: target.address, value, data, accessList: [] };
  return signTransaction({ type: 2, chainId: 9800n, nonce, ...fees, ...fields }, fromHex(sender.privateKey));
}
