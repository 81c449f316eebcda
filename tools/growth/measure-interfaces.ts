import type { Chain } from '#qord/chain/chain.ts';
import type { ChainReader } from '#qord/chain/types.ts';
import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { bridgeAddress, stakingAddress } from '#qord/modules/addresses.ts';
import { createModules } from '#qord/modules/index.ts';
import { toBase58, toBech32 } from '#qord/primitives/address.ts';
import { developmentAccounts } from '#qord/primitives/development-accounts.ts';
import { createDispatch } from '#qord/rpc/dispatch/dispatcher.ts';
import { entryMethods } from '#qord/rpc/qor/entry-methods.ts';
import { recordMethods } from '#qord/rpc/qor/record-methods.ts';
import { svmDialect } from '#qord/rpc/svm-interface/svm-dialect.ts';
import { svmMethods } from '#qord/rpc/svm-interface/svm-methods.ts';
import { createTestExecutor, createTestNode, toInProcessInterface } from '#qord/testing/evm-interface.ts';
import { localCall } from '#qord/testing/interfaces/local-call.ts';
import { startCpuTime } from '#qord/testing/process/cpu-time.ts';
import { testMainThread } from '#qord/testing/process/main-thread.ts';
import { RowCounter } from './counted-modules.ts';
import type { Cost } from './measure-reads.ts';

const [, account] = developmentAccounts.map(({ address }) => address);
const key = toBase58(account ?? stakingAddress);
const token = '0x9b8375595F22a73622785b9e087D7A2486aa3d48';

/** A method and its parameters; `isList` where the caller chooses how much, or an answer has at most so many rows. */
export type InterfaceRequest = {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly isList: boolean;
};

const one = (method: string, ...params: readonly unknown[]) => ({ method, params, isList: false });
const many = (method: string, ...params: readonly unknown[]) => ({ method, params, isList: true });

/** The methods of both interfaces that read accounts, records of modules or what follows from them. */
export const interfaceRequests: readonly InterfaceRequest[] = [
  ...[one('eth_gasPrice'), one('eth_maxPriorityFeePerGas'), one('eth_feeHistory', '0x5', 'latest', [50])],
  ...[one('eth_getBalance', account, 'latest'), one('eth_getTransactionCount', account, 'latest')],
  ...[one('eth_getCode', stakingAddress, 'latest'), one('eth_getProof', stakingAddress, [], 'latest')],
  ...[one('eth_getStorageAt', stakingAddress, '0x0', 'latest'), one('eth_estimateGas', { from: account, to: account })],
  ...[one('eth_call', { to: token, data: '0x18160ddd' }, 'latest'), one('eth_getBlockByNumber', 'latest', true)],
  ...[one('eth_getBlockReceipts', 'latest'), one('eth_getLogs', { fromBlock: 'latest', address: bridgeAddress })],
  ...[many('qord_listRecords', 'staking', 'validator'), many('qord_getEntries', stakingAddress)],
  one('qord_getRecord', 'staking', 'validator', [toBech32(developmentAccounts[0]?.address ?? stakingAddress)]),
  ...[one('getAccountInfo', key), one('getBalance', key), one('getMultipleAccounts', [key]), one('getEpochInfo')],
  ...[one('getInflationGovernor'), one('getInflationRate'), one('getInflationReward', [key]), one('getSupply')],
  ...[many('getLargestAccounts'), many('getVoteAccounts'), one('getVoteAccounts', { votePubkey: key })],
  ...[one('getStakeMinimumDelegation'), one('getBlockCommitment', 1), one('getEpochSchedule'), one('getSlotLeader')],
  ...[one('getClusterNodes'), one('getIdentity'), one('getHealth'), one('getLatestBlockhash'), one('getSlot')],
  ...[many('getLeaderSchedule'), one('getSlotLeaders', 1, 5), many('getBlockProduction'), one('getBlockTime', 1)],
  ...[many('getProgramAccounts', toBase58(stakingAddress))],
  many('getTokenAccountsByOwner', key, { programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }),
  ...[many('getSignaturesForAddress', key), one('getBlock', 1), one('getRecentPerformanceSamples', 5)],
  ...[one('getRecentPrioritizationFees'), one('getMinimumBalanceForRentExemption', 0), one('getTransactionCount')],
];

/** Asks an interface that knows nothing of earlier requests. Returns undefined when it answers with an error. */
export async function measureRequest(chain: Chain, { method, params }: InterfaceRequest): Promise<Cost | undefined> {
  const counter = new RowCounter();
  const ask = openInterface(counted(chain.reader, counter), chain, method);
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const elapsed = startCpuTime();
  const answer = await ask(request);
  const ms = elapsed();
  return JSON.parse(answer ?? '{}').error === undefined ? { ms, rows: counter.rows } : undefined;
}

function openInterface(
  reader: ChainReader,
  chain: Chain,
  method: string,
): (text: string) => Promise<string | undefined> {
  const modules = createModules();
  const natives = joinNatives(precompiles('osaka'), modules);
  const { node } = createTestNode(reader, [], (...args) => chain.next.build(...args));
  const executor = createTestExecutor({ chain: reader, engine, natives, modules }, node);
  if (method.includes('_')) {
    const moduleMethods = {
      ...recordMethods(modules, { chain: reader, node }, executor.texts),
      ...entryMethods(reader, executor.texts),
    };
    const parts = { chain: reader, node, natives, executor, clientVersion: '', now: () => 0, moduleMethods };
    return toInProcessInterface(parts).send;
  }
  const now = () => reader.head().timestamp * 1_000;
  const place = { blockIntervalMs: 2_000, now, identity: key, proposer: account, svmOnlyLamports: () => undefined };
  const dispatch = createDispatch({
    methods: svmMethods({ chain: reader, node, executor, ...place }),
    dialect: svmDialect,
    mainThread: testMainThread(),
    limits: { maxBatch: 100, maxResponse: 1e8, maxBatchResponse: 1e8, batchTimeoutMs: 10_000, maxDepth: 64 },
    toFault: () => undefined,
    onUnexpected: (error) => {
      throw error;
    },
  });
  return async (text) => (await dispatch(Buffer.from(text), localCall))?.toString();
}

const engine = createEngine();

/** The same chain, whose states count the rows that are read. */
function counted(reader: ChainReader, counter: RowCounter): ChainReader {
  const at: ChainReader['states']['at'] = (height) => {
    const state = reader.states.at(height);
    return state && counter.overView(state);
  };
  return replacing(reader, { states: replacing(reader.states, { at }) });
}

/** The object with other members; its methods work with the object itself. */
function replacing<T extends object>(object: T, changes: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      if (name in changes) return Reflect.get(changes, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}
