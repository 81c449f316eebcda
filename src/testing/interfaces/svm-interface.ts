import type { TestContext } from 'node:test';
import type { ChainReader, CommittedBlock } from '../../chain/types.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction, UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import { type Address, toBase58 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { Faults } from '../../primitives/faults.ts';
import { fromHex } from '../../primitives/hex.ts';
import { Listeners } from '../../primitives/listeners.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { NodeControl } from '../../rpc/node-control.ts';
import { type SvmRpcOptions, svmRpcOptions } from '../../rpc/options.ts';
import { openSvmRpc } from '../../rpc/svm-interface/open-svm-rpc.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { WorldState } from '../../state/types.ts';
import { createTestExecutor } from '../evm-interface.ts';
import { createMemoryChain } from '../memory-chain.ts';
import { testMainThread } from '../process/main-thread.ts';
import { testRules } from './server-rules.ts';

/** The SVM interface on real sockets, over a chain in memory whose blocks the test makes. */
type SvmInterface = {
  readonly chain: ChainReader;
  readonly url: string;
  readonly webSocketUrl: string;
  /** Appends a block and notifies the subscribers. */
  mine(transactions?: readonly Transaction[]): CommittedBlock;
  /** Notifies as if the pool had accepted a transaction. */
  receive(transaction: Transaction): void;
  /** Milliseconds that the interface's clock is ahead of the newest block. */
  wait(milliseconds: number): void;
  /** errors that were contained */
  readonly faults: Faults;
  readonly mainThread: MainThread;
  /** Sends text unchanged. */
  send(text: string): Promise<string>;
  /** A result, or an error as it was received. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
};

const blockIntervalMs = 2_000;

/** Opens the interface on free ports; it closes with the test. */
export async function openSvmInterface(
  t: TestContext,
  fill: (state: WorldState) => void = fundDevelopmentAccounts,
  options: Partial<SvmRpcOptions> = {},
): Promise<SvmInterface> {
  const { memory, pool, hub, clock, dependencies } = createSvmDependencies(fill);
  const chain = memory.reader;
  const settings = { ...svmRpcOptions.parse({ address: '127.0.0.1:0' }), ...options };
  const onUnexpected = (error: unknown) => {
    throw error;
  };
  const rpc = await openSvmRpc(settings, dependencies, { onUnexpected }, testRules());
  t.after(() => rpc.close());
  const url = `http://127.0.0.1:${rpc.port}`;
  const send = async (text: string) => {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
    return response.text();
  };
  return {
    chain,
    url,
    webSocketUrl: `ws://127.0.0.1:${rpc.webSocketPort}`,
    mine: (transactions = []) => {
      const committed = memory.mine(transactions);
      pool.length = 0;
      hub.publish(committed);
      return committed;
    },
    receive: (transaction) => {
      pool.push(transaction);
      hub.receive(transaction);
    },
    faults: hub.node.faults,
    mainThread: hub.node.mainThread,
    wait: (milliseconds) => {
      clock.ahead = milliseconds;
    },
    send,
    call: async (method, ...params) => {
      const { result, error } = JSON.parse(await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
      return error ?? result;
    },
  };
}

/** Dependencies of the SVM interface, over a chain in memory. */
export function createSvmDependencies(fill: (state: WorldState) => void = fundDevelopmentAccounts) {
  const memory = createMemoryChain(fill);
  const chain = memory.reader;
  const pool: Transaction[] = [];
  const hub = createHub(pool);
  const clock = { ahead: 0 };
  const dependencies = {
    chain,
    node: hub.node,
    blockIntervalMs,
    now: () => chain.head().timestamp * 1_000 + clock.ahead,
    identity: toBase58(dave),
    proposer: dave,
    executor: createTestExecutor({ chain, engine: memory.engine, natives: memory.natives, modules: [] }, hub.node),
    svmOnlyLamports: () => undefined,
  };
  return { memory, pool, hub, clock, dependencies };
}

function unsubmitted(): never {
  throw new Error('nothing is submitted over the SVM interface');
}

function createHub(pool: readonly Transaction[]) {
  const faults = new Faults();
  const blockListeners = new Listeners<CommittedBlock>(faults);
  const poolListeners = new Listeners<Transaction>(faults);
  const node: NodeControl = {
    submit: unsubmitted,
    submitThrough: unsubmitted,
    submitAll: unsubmitted,
    add: unsubmitted,
    mempool: {
      riskRejections: () => 0,
      dropReason: () => undefined,
      get: (hash) => pool.find((tx) => tx.hash === hash),
      nextNonce: () => 0n,
      counts: () => ({ pending: pool.length, queued: 0 }),
      content: () => ({ pending: pool, queued: [] }),
      contentOf: () => ({ pending: [], queued: [] }),
      byteSize: () => 0,
      rechecked: async () => {},
    },
    pendingBlock: () => {
      throw new Error('the SVM interface has no pending block');
    },
    unfinishedBlock: () => {
      throw new Error('the SVM interface has no pending block');
    },
    rejectedFromPeers: () => new Map(),
    faults,
    mainThread: testMainThread(),
    peers: () => [],
    syncing: () => undefined,
    consensus: async () => undefined,
    consensusProcess: () => undefined,
    decidedRounds: () => new Map(),
    onBlock: (owner, listener) => blockListeners.add(owner, listener),
    onPendingTransaction: (owner, listener) => poolListeners.add(owner, listener),
  };
  return {
    node,
    publish: (committed: CommittedBlock) => {
      blockListeners.notify(committed);
    },
    receive: (transaction: Transaction) => {
      poolListeners.notify(transaction);
    },
  };
}

export const [alice, bob, carol, dave] = developmentAccounts.map(({ address }) => address) as [
  Address,
  Address,
  Address,
  Address,
];

function fundDevelopmentAccounts(state: WorldState): void {
  for (const { address } of developmentAccounts) state.mint(address, 10_000_000n * weiPerQor);
}

const [aliceKey = ''] = developmentAccounts.map(({ privateKey }) => privateKey);

/** A transaction of alice: a transfer of one lamport to bob, unless changed. */
export function signed(changes: Partial<UnsignedTransaction> & { readonly nonce: bigint }): Transaction {
  const fees = { maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  const base = {
    type: 2,
    chainId: 9_800n,
    gasLimit: 200_000n,
    to: bob,
    value: 10n ** 9n,
    data: emptyBytes,
    accessList: [],
  };
  return signTransaction({ ...base, ...fees, ...changes } as UnsignedTransaction, fromHex(aliceKey));
}
