import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../consensus/building/clock.ts';
import { BlockProducer } from '../../consensus/single/block-producer.ts';
import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ArrivingTransactions } from '../../mempool/arriving-transactions.ts';
import { InvalidSignatures } from '../../mempool/invalid-signatures.ts';
import { openMempool } from '../../mempool/open-mempool.ts';
import { mempoolOptions } from '../../mempool/options.ts';
import { Submission } from '../../mempool/submission.ts';
import { createDevelopmentControl } from '../../node/development-control.ts';
import { createNodeControl } from '../../node/node-control.ts';
import { PendingBlocks } from '../../node/pending-blocks.ts';
import { SignatureVerifier } from '../../node/signature-verification/signature-verifier.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { Faults } from '../../primitives/faults.ts';
import { Threads } from '../../primitives/threads.ts';
import { type DevelopmentOptions, developmentOptions } from '../../rpc/development/options.ts';
import { isHardhatName } from '../../rpc/development-control.ts';
import type { EvmDependencies } from '../../rpc/evm-interface/evm-methods.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createTestExecutor, fillGenesis, type InProcessInterface, toInProcessInterface } from '../evm-interface.ts';
import { createMemoryChain, type MemoryChain } from '../memory-chain.ts';
import { testMainThread } from '../process/main-thread.ts';

/** A development network in memory with a clock that only the test moves. */
type DevelopmentInterface = InProcessInterface & {
  readonly chain: MemoryChain['chain'];
  readonly parts: Omit<EvmDependencies, 'limits'>;
  /** what the node has logged as warnings */
  readonly warnings: readonly string[];
  /** Waits until the producer has done what it can do now. */
  settle(): Promise<void>;
};

/** milliseconds since 1970 */
export const developmentTime = 1_800_000_000_000;
const clock: Clock = { now: () => developmentTime, elapsed: () => 0, after: () => () => {} };

/** Ends with `signal`. */
export function createDevelopmentInterface(
  signal: AbortSignal,
  changes: Partial<DevelopmentOptions> = {},
): DevelopmentInterface {
  const warnings: string[] = [];
  const store = createMemoryStore();
  const { chain, reader, engine, natives } = createMemoryChain(fillGenesis, { store });
  const mainThread = testMainThread();
  const mempool = openMempool(
    chain,
    mempoolOptions.parse({}),
    { feeLimitWei: 0n, allowsUnprotected: true },
    { mainThread },
  );
  const arrange = (candidates: Iterable<Transaction>) => candidates;
  const onInternalError = (error: unknown) => {
    throw error;
  };
  const producer = new BlockProducer({
    chain,
    mempool,
    clock,
    mainThread,
    consensusOf: () => undefined,
    proposer: zeroAddress,
    blockIntervalMs: 0,
    hasDistinctTimes: isHardhatName(changes['client-version'] ?? ''),
    arrange,
    onInternalError,
  });
  void producer.run(signal);
  const log = { level: 'info', warn: (message: unknown) => void warnings.push(String(message)) };
  const options = developmentOptions.parse(changes);
  const startAnew = async () => {
    throw new Error('a chain in memory is not replaced');
  };
  const control = {
    chain,
    mempool,
    producer,
    ...{ store, log, options },
    nodeId: 'test',
    fork: undefined,
    startAnew,
    logLevel: 'info',
    ...{ accounts: developmentAccounts, transactionOrder: 'fees' as const },
    mainThread,
  };
  const development = createDevelopmentControl(control);
  const faults = new Faults();
  const checks = new SignatureVerifier(new Threads(faults), mainThread);
  const invalid = new InvalidSignatures(0, () => 0);
  const arriving = new ArrivingTransactions({ total: 2 ** 26, perClient: 2 ** 24 });
  const decode = async (raw: Uint8Array) => decodeTransaction(raw);
  const submission = new Submission({ mempool, decode, checks, invalid, arriving });
  const pending = new PendingBlocks({ chain, mempool, driver: producer, mainThread });
  const parties = { chain, mempool, submission, driver: producer, faults, mainThread, pending };
  const node = createNodeControl(parties, development);
  const clientVersion = 'qord/v0.1.0/linux/node';
  const limits = { evmTimeoutMs: 10_000 }; // no test waits for it, and a busy machine may need more than usual
  const executor = createTestExecutor({ chain: reader, engine, natives, modules: [] }, node, limits);
  const parts = { chain: reader, node, natives, executor, clientVersion, now: () => 0, moduleMethods: {} };
  return {
    ...toInProcessInterface(parts),
    chain,
    parts,
    warnings,
    settle: async () => {
      for (let turn = 0; turn < 10; turn++) await nextTurn();
    },
  };
}
