import type { NextBlock } from '../chain/next-block.ts';
import type { ChainReader, CommittedBlock } from '../chain/types.ts';
import { emptyReport } from '../kernel/module.ts';
import { decodeTransaction, signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction, UnsignedTransaction } from '../kernel/transaction/transaction.ts';
import { type Address, parseAddress, zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { Faults } from '../primitives/faults.ts';
import { type Hash, parseHash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { Listeners } from '../primitives/listeners.ts';
import { weiPerQor } from '../primitives/units.ts';
import { createDispatch } from '../rpc/dispatch/dispatcher.ts';
import type { EthLimits } from '../rpc/evm-common/dependencies.ts';
import { toEthError } from '../rpc/evm-common/errors.ts';
import { evmDialect } from '../rpc/evm-interface/evm-dialect.ts';
import { type EvmDependencies, evmMethods } from '../rpc/evm-interface/evm-methods.ts';
import type { ExecutionNode } from '../rpc/execution/execution-kind.ts';
import { createExecutionNode } from '../rpc/execution/execution-node.ts';
import { Executor } from '../rpc/execution/executor.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import { jsonRpcOptions } from '../rpc/options.ts';
import { ownerOf } from '../rpc/owner-of.ts';
import type { Session } from '../rpc/session.ts';
import type { WorldState } from '../state/types.ts';
import { localCall } from './interfaces/local-call.ts';
import { createMemoryChain, type MemoryChain } from './memory-chain.ts';
import { testMainThread } from './process/main-thread.ts';

/** The response to a request: a result or an error. */
type RpcOutcome = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/** An interface that is called without sockets. */
export type InProcessInterface = {
  ask(method: string, ...params: readonly unknown[]): Promise<RpcOutcome>;
  /** The result; fails the test when there is an error. */
  result(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** `code message` of the error; fails the test when there is a result. */
  fault(method: string, ...params: readonly unknown[]): Promise<string>;
  /** Sends one request unchanged, over a connection when one is given. */
  send(text: string, session?: Session): Promise<string | undefined>;
};

/** The EVM interface over a chain in memory. */
export type EvmInterface = InProcessInterface & {
  readonly chain: MemoryChain;
  /** what the interface is made of, for tests that open it on a port */
  readonly parts: Omit<EvmDependencies, 'limits'>;
  readonly pool: Transaction[];
  /** what `now` returns, in milliseconds */
  readonly time: { passed: number };
  /** Appends a block and notifies the subscribers. */
  mine(transactions?: readonly Transaction[]): CommittedBlock;
};

const allNamespaces = ['eth', 'web3', 'net', 'txpool', 'qor', 'debug', 'trace', 'ots'];
export const testLimits: EthLimits = {
  gasCap: 25_000_000n,
  evmTimeoutMs: 2_000,
  maxResponseBytes: 10_000_000,
  maxTraceBytes: 10_000_000,
  maxTraceBlocks: 10,
  maxOverrideSlots: 1000,
  jsTracer: { timeoutMs: 10_000, memoryMegabytes: 32, maxSteps: 1_000_000, maxSourceBytes: 65_536 },
  maxWaitingCalls: 100,
  filterCap: 5,
  filterTimeoutMs: 10_000,
  watch: jsonRpcOptions.parse({}),
  readOnly: false,
};

/** Creates the interface over a new chain in memory, with all read namespaces. */
export function createEvmInterface(limits: Partial<EthLimits> = {}): EvmInterface {
  const chain = createMemoryChain(fillGenesis);
  const pool: Transaction[] = [];
  const { node, publish } = createTestNode(chain.reader, pool, (...args) => chain.chain.next.build(...args));
  const time = { passed: 0 };
  const clientVersion = 'qord/v0.1.0/linux/node';
  const { reader, engine, natives } = chain;
  const executor = createTestExecutor({ chain: reader, engine, natives, modules: [] }, node, limits);
  const parts = {
    chain: reader,
    node,
    natives,
    executor,
    clientVersion,
    now: () => time.passed,
    moduleMethods: {},
  };
  return {
    ...toInProcessInterface(parts, limits),
    chain,
    parts,
    pool,
    time,
    mine: (transactions) => {
      const committed = chain.mine(transactions);
      publish(committed);
      return committed;
    },
  };
}

/** Runs everything on the main thread, as a node without threads, but for as long as a slow machine takes. */
export function createTestExecutor(
  parts: Pick<ExecutionNode, 'chain' | 'engine' | 'natives' | 'modules'>,
  { pendingBlock, unfinishedBlock }: Pick<NodeControl, 'pendingBlock' | 'unfinishedBlock'>,
  limits: Partial<EthLimits> = {},
): Executor {
  const node = createExecutionNode({ ...parts, limits: { ...testLimits, ...limits } });
  return new Executor({
    node,
    mainThread: testMainThread(testLimits.maxWaitingCalls),
    pendingBlock,
    unfinishedBlock,
    maxWaiting: testLimits.maxWaitingCalls,
    mainThreadMs: 10_000,
  });
}

/** The interface with these dependencies, without sockets. */
export function toInProcessInterface(
  parts: Omit<EvmDependencies, 'limits'>,
  limits: Partial<EthLimits> = {},
): InProcessInterface {
  const dispatch = createDispatch({
    methods: evmMethods({ ...parts, limits: { ...testLimits, ...limits } }, allNamespaces),
    dialect: evmDialect,
    mainThread: testMainThread(),
    limits: { maxBatch: 100, maxResponse: 1e7, maxBatchResponse: 1e7, batchTimeoutMs: 10_000, maxDepth: 64 },
    toFault: toEthError,
    onUnexpected: (error) => {
      throw error;
    },
  });
  const ask = async (method: string, ...params: readonly unknown[]): Promise<RpcOutcome> => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return JSON.parse(String((await dispatch(Buffer.from(request), localCall)) ?? '{}'));
  };
  return {
    ask,
    result: async (method, ...params) => {
      const { result, error } = await ask(method, ...params);
      if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
      return result;
    },
    fault: async (method, ...params) => {
      const { error } = await ask(method, ...params);
      if (error === undefined) throw new Error(`${method} did not fail`);
      return `${error.code} ${error.message}`;
    },
    send: async (text, session) => (await dispatch(Buffer.from(text), { ...localCall, session }))?.toString(),
  };
}

type TestNode = { readonly node: NodeControl; readonly publish: (committed: CommittedBlock) => void };

/** What methods need of a node, over a chain whose pool is a list. */
export function createTestNode(chain: ChainReader, pool: Transaction[], build: NextBlock['build']): TestNode {
  const faults = new Faults();
  const blockListeners = new Listeners<CommittedBlock>(faults);
  const poolListeners = new Listeners<Transaction>(faults);
  const from = (sender: Address) => pool.filter((tx) => tx.sender === sender);
  const built = () => {
    const report = emptyReport((chain.head().timestamp + 2) * 1000);
    const deadline = { isOver: () => false, hasTimeFor: () => true };
    return build({ miner: zeroAddress, report }, pool, deadline);
  };
  const nonceOf = (sender: Address) => chain.states.at(chain.head().number)?.account(sender)?.nonce ?? 0n;
  const node: NodeControl = {
    submit: async (raw) =>
      node.submitThrough(raw, ownerOf(localCall), ({ hash }, submit) => {
        submit();
        return hash;
      }),
    submitThrough: async (raw, _client, through) => {
      const transaction = decodeTransaction(raw);
      return through(transaction, () => node.add(transaction));
    },
    submitAll: (raws, client) => Promise.allSettled(raws.map((raw) => node.submit(raw, client))),
    add: (transaction) => {
      pool.push(transaction);
      poolListeners.notify(transaction);
    },
    mempool: {
      riskRejections: () => 0,
      dropReason: () => undefined,
      get: (hash) => pool.find((tx) => tx.hash === hash),
      nextNonce: (sender) => nonceOf(sender) + BigInt(from(sender).length),
      counts: () => ({ pending: pool.length, queued: 0 }),
      content: () => ({ pending: pool, queued: [] }),
      contentOf: (sender) => ({ pending: from(sender), queued: [] }),
      byteSize: () => pool.reduce((sum, { raw }) => sum + raw.length, 0),
      rechecked: async () => {},
    },
    pendingBlock: () => {
      const { executed, changes } = built();
      chain.states.pending = { header: executed.block.header, changes };
      return executed;
    },
    unfinishedBlock: () => {
      const { executed, changes } = built();
      const block = { header: executed.block.header, changes };
      chain.states.unfinished = block;
      return block;
    },
    rejectedFromPeers: () => new Map(),
    faults,
    mainThread: testMainThread(),
    peers: () =>
      Array.from({ length: 11 }, () => ({ id: 'ab'.repeat(20), address: '127.0.0.1:26656', moniker: 'peer' })),
    syncing: () => undefined,
    consensus: async () => undefined,
    consensusProcess: () => undefined,
    decidedRounds: () => new Map(),
    onBlock: (owner, listener) => blockListeners.add(owner, listener),
    onPendingTransaction: (owner, listener) => poolListeners.add(owner, listener),
  };
  const publish = (committed: CommittedBlock) => {
    blockListeners.notify(committed);
  };
  return { node, publish };
}

export const [alice, bob] = developmentAccounts.map(({ address }) => address) as [Address, Address];

/** Contracts of the first block. */
export const contracts = {
  /** returns slot 0, or reverts with the input when there is one */
  reader: parseAddress('0x00000000000000000000000000000000000000c1'),
  /** loops endlessly */
  spinner: parseAddress('0x00000000000000000000000000000000000000c2'),
  /** emits one log with the topics 0x…01 and 0x…02, and its input as data */
  logger: parseAddress('0x00000000000000000000000000000000000000c3'),
  /** returns block number, caller, value, gas and the first word of its input */
  teller: parseAddress('0x00000000000000000000000000000000000000c4'),
};

export const topics: readonly Hash[] = [1, 2, 3].map((value) => parseHash(`0x${String(value).padStart(64, '0')}`));

const codes: readonly (readonly [Address, string])[] = [
  // CALLDATASIZE ISZERO PUSH1 0c JUMPI; CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY CALLDATASIZE PUSH0 REVERT;
  // JUMPDEST PUSH0 SLOAD PUSH0 MSTORE PUSH1 20 PUSH0 RETURN
  [contracts.reader, '0x3615600c57365f5f37365ffd5b5f545f5260205ff3'],
  // JUMPDEST PUSH0 JUMP
  [contracts.spinner, '0x5b5f56'],
  // CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY PUSH1 02 PUSH1 01 CALLDATASIZE PUSH0 LOG2 STOP
  [contracts.logger, '0x365f5f3760026001365fa200'],
  // NUMBER PUSH0 MSTORE CALLER PUSH1 20 MSTORE CALLVALUE PUSH1 40 MSTORE GAS PUSH1 60 MSTORE
  // PUSH0 CALLDATALOAD PUSH1 80 MSTORE PUSH1 a0 PUSH0 RETURN
  [contracts.teller, '0x435f5233602052346040525a6060525f3560805260a05ff3'],
];

/** Development accounts with coins, and the contracts. */
export function fillGenesis(state: WorldState): void {
  for (const { address } of developmentAccounts) state.mint(address, 1000n * weiPerQor);
  for (const [address, code] of codes) {
    state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex(code)) });
  }
  state.setEntry(contracts.reader, parseHash(`0x${'00'.repeat(32)}`), Uint8Array.of(0x2a));
}

const [aliceKey = ''] = developmentAccounts.map(({ privateKey }) => privateKey);

/** Signs a transaction of alice with plain defaults. */
export function signed(changes: Partial<UnsignedTransaction> & { readonly nonce: bigint }): Transaction {
  const fees = { maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  const base = { type: 2, chainId: 9800n, gasLimit: 100_000n, to: bob, value: 1n, data: emptyBytes, accessList: [] };
  return signTransaction({ ...base, ...fees, ...changes } as UnsignedTransaction, fromHex(aliceKey));
}
