import { nextBaseFee } from '../chain/base-fee.ts';
import { blockSize } from '../chain/block-size.ts';
import { bloomOf, unionOfBlooms } from '../chain/bloom.ts';
import type {
  Block,
  ChainReader,
  LocatedLog,
  LogFilter,
  Receipt,
  SealedHeader,
  TransactionLocation,
} from '../chain/contract.ts';
import { TooManyLogsError } from '../chain/contract.ts';
import { encodeHeader, hashOfHeader } from '../chain/header-codec.ts';
import { orderedRoot } from '../chain/ordered-root.ts';
import { createEngine } from '../evm/engine.ts';
import { applyTransaction } from '../evm/transaction/apply-transaction.ts';
import type { BlockEnvironment, Engine, NativeContracts } from '../kernel/engine.ts';
import { feeCollector } from '../kernel/module-account.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { zeroHash } from '../primitives/hash.ts';
import type { StateView, WorldState } from '../state/contract.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';

/** A chain in memory whose blocks hold exactly what a test puts into them, run by the real engine. */
export type MemoryChain = ChainReader & {
  readonly engine: Engine;
  readonly natives: NativeContracts;
  /** Appends a block. */
  mine(transactions?: readonly Transaction[]): { readonly block: Block; readonly receipts: readonly Receipt[] };
};

const noNatives: NativeContracts = { at: () => undefined, addresses: [] };
const gasLimit = 100_000_000n;
const floor = 100_000_000_000n;
const chainId = 9800n;
/** seconds since 1970 */
const start = 1_767_225_600;

type Entry = { readonly block: Block; readonly receipts: readonly Receipt[]; readonly state: StateView };

/** `fill` writes the state of the first block. */
export function createMemoryChain(fill: (state: WorldState) => void): MemoryChain {
  const genesis = createWorldState(emptyView);
  fill(genesis);
  const engine = createEngine();
  const entries: Entry[] = [];
  const append = (transactions: readonly Transaction[], state: WorldState): Entry => {
    const environment = environmentOf(entries);
    const receipts: Receipt[] = [];
    for (const tx of transactions) receipts.push(execute(tx, receipts.at(-1), environment, state, engine));
    const header = seal(entries.at(-1)?.block.header, environment, transactions, receipts);
    const entry = { block: { header, transactions }, receipts, state };
    entries.push(entry);
    return entry;
  };
  append([], genesis);
  return {
    ...readerOf(entries),
    engine,
    natives: noNatives,
    mine: (transactions = []) => append(transactions, createWorldState(entries.at(-1)?.state ?? genesis)),
  };
}

function execute(
  tx: Transaction,
  last: Receipt | undefined,
  block: BlockEnvironment,
  state: WorldState,
  engine: Engine,
): Receipt {
  const applied = applyTransaction(tx, { engine, block, state, feeCollector, run: { natives: noNatives } });
  const { outcome, gasUsed, effectiveGasPrice, contractAddress } = applied;
  return {
    type: tx.type,
    status: outcome.status === 'success' ? 1 : 0,
    gasUsed,
    cumulativeGasUsed: (last?.cumulativeGasUsed ?? 0n) + gasUsed,
    effectiveGasPrice,
    contractAddress,
    logs: outcome.logs,
    firstLogIndex: last === undefined ? 0 : last.firstLogIndex + last.logs.length,
    logsBloom: bloomOf(outcome.logs),
    balanceChanges: [],
  };
}

function environmentOf(entries: readonly Entry[], height = entries.length): BlockEnvironment {
  const parent = entries[height - 1]?.block.header;
  return {
    fork: 'osaka',
    chainId,
    number: BigInt(height),
    timestamp: BigInt(start + 2 * height),
    gasLimit,
    baseFee: parent === undefined ? floor : nextBaseFee(parent, { baseFeeFloor: floor }),
    blobBaseFee: 1n,
    prevRandao: zeroHash,
    coinbase: zeroAddress,
    blockHash: (number) => entries[Number(number)]?.block.header.hash ?? zeroHash,
  };
}

function seal(
  parent: SealedHeader | undefined,
  environment: BlockEnvironment,
  transactions: readonly Transaction[],
  receipts: readonly Receipt[],
): SealedHeader {
  const header = {
    number: Number(environment.number),
    parentHash: parent?.hash ?? zeroHash,
    miner: environment.coinbase,
    stateRoot: zeroHash,
    transactionsRoot: orderedRoot(transactions.map(({ raw }) => raw)),
    receiptsRoot: zeroHash,
    logsBloom: unionOfBlooms(receipts.map(({ logsBloom }) => logsBloom)),
    gasLimit,
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    timestamp: Number(environment.timestamp),
    extraData: emptyBytes,
    prevRandao: zeroHash,
    baseFee: environment.baseFee,
  };
  const size = blockSize(encodeHeader(header).length, transactions);
  return { ...header, hash: hashOfHeader(header), size, transactionCount: transactions.length };
}

function readerOf(entries: readonly Entry[]): ChainReader {
  const at = (height: number) => entries[height];
  const head = () => {
    const entry = entries.at(-1);
    if (entry === undefined) throw new Error('a chain has a first block');
    return entry.block.header;
  };
  const locations = () =>
    entries.flatMap(({ block }) =>
      block.transactions.map((tx, index) => ({ tx, at: { height: block.header.number, index } })),
    );
  const touches = (tx: Transaction, account: Address) => tx.sender === account || tx.to === account;
  const isBefore = (a: TransactionLocation, b: TransactionLocation) =>
    a.height < b.height || (a.height === b.height && a.index < b.index);
  return {
    identity: {
      network: 'dev',
      chainId,
      get genesisHash() {
        return entries[0]?.block.header.hash ?? zeroHash;
      },
    },
    head,
    header: (height) => at(height)?.block.header,
    heightOf: (hash) => entries.find(({ block }) => block.header.hash === hash)?.block.header.number,
    block: (height) => at(height)?.block,
    receipts: (height) => at(height)?.receipts,
    locate: (hash) => locations().find(({ tx }) => tx.hash === hash)?.at,
    transaction: ({ height, index }) => at(height)?.block.transactions[index],
    receipt: ({ height, index }) => at(height)?.receipts[index],
    logs: (filter) => findLogs(entries, filter),
    transactionsOf: (account, before, limit) =>
      locations()
        .filter(({ tx, at }) => touches(tx, account) && (before === undefined || isBefore(at, before)))
        .map(({ at }) => at)
        .reverse()
        .slice(0, limit),
    transactionTotal: () => locations().length,
    stateAt: (height) => at(height)?.state,
    environmentAt: (height) => {
      if (height === 'next') return environmentOf(entries);
      return at(height) && environmentOf(entries, height);
    },
  };
}

function findLogs(entries: readonly Entry[], filter: LogFilter): readonly LocatedLog[] {
  const found = entries.slice(filter.fromHeight, filter.toHeight + 1).flatMap(({ block, receipts }) =>
    receipts.flatMap(({ logs, firstLogIndex }, transactionIndex) =>
      logs.map((log, offset) => ({
        log,
        height: block.header.number,
        transactionIndex,
        logIndex: firstLogIndex + offset,
      })),
    ),
  );
  const matching = found.filter(({ log }) => matches(log.address, log.topics, filter));
  if (matching.length > filter.limit) throw new TooManyLogsError(filter.limit);
  return matching;
}

function matches(address: Address, topics: readonly string[], filter: LogFilter): boolean {
  if (filter.addresses.length > 0 && !filter.addresses.includes(address)) return false;
  if (filter.topics.length > topics.length) return false;
  return filter.topics.every(
    (accepted, index) => accepted.length === 0 || accepted.some((topic) => topic === topics[index]),
  );
}
