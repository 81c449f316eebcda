import { rmSync } from 'node:fs';
import type { BlockPlan } from '../../chain/next-block.ts';
import type { ConsensusProcess, ConsensusStatus, NetworkStatus } from '../../kernel/network-status.ts';
import type { ValidatorPower } from '../../kernel/validator-set.ts';
import { type Faults, PartError } from '../../primitives/faults.ts';
import type { WorkTime } from '../../scheduling/main-thread.ts';
import type { StateView } from '../../state/types.ts';
import type { ConsensusDriver } from '../consensus-driver.ts';
import { AbciServer } from './abci/abci-server.ts';
import { createApplication } from './application.ts';
import { BlockExecutor, type ExecutorDependencies } from './block-executor.ts';
import { type PaceDependencies, paceBlocks } from './block-pace.ts';
import { BlockProposer, type ProposerDependencies } from './block-proposer.ts';
import { CometError } from './comet-error.ts';
import type { CometHome } from './comet-home.ts';
import { ExecutedBlocks } from './executed-blocks.ts';
import { type ConsensusRules, chainStart } from './genesis-file.ts';
import type { CometOptions } from './options.ts';
import { PeerRejections } from './peer-rejections.ts';
import { assertBlocksAreThere, writeCometFiles } from './prepare-comet.ts';
import { CometLog, type ConsensusLog } from './process/comet-log.ts';
import { haltFault } from './process/explain-end.ts';
import { CometSupervisor } from './process/supervisor.ts';
import { ProposedTransactions } from './proposed-transactions.ts';
import { CometRpc } from './status/comet-rpc.ts';
import { ConsensusReader } from './status/consensus-reader.ts';
import { DecidedRounds } from './status/decided-rounds.ts';
import { expectedHeight } from './status/expected-height.ts';
import { NetworkMonitor } from './status/network-monitor.ts';
import { bundleVersion } from './transaction-bundle.ts';
import { type GossipDependencies, TransactionGossip } from './transaction-gossip.ts';

type CometDependencies = Omit<ProposerDependencies, 'emptyBlockDelayMs'> &
  Pick<GossipDependencies, 'accept'> &
  PaceDependencies & {
    /** decodes the transactions of proposed blocks, on which all votes wait, before those for the pool */
    readonly decodeProposed: ExecutorDependencies['decode'];
    readonly home: CometHome;
    /** Genesis file of the chain, for messages */
    readonly genesisFile: string;
    readonly options: CometOptions;
    /** undefined when CometBFT is started separately */
    readonly binary: string | undefined;
    /** Version of this program */
    readonly version: string;
    readonly maxTransactions: number;
    readonly validatorSet: (state: StateView) => readonly ValidatorPower[];
    readonly consensusRules: (state: StateView) => ConsensusRules;
    readonly log: ConsensusLog;
    readonly faults: Faults;
    /** receives the output of CometBFT */
    readonly cometLog: ConsensusLog;
  };

/** Longest time an empty proposal waits: well below what the other validators wait for it. */
const maxEmptyBlockDelayMs = 1_500;
/** Milliseconds in which an empty proposal is voted on. */
const votingMs = 50;
/**
 * Requests without whose response CometBFT halts: the node ends with the error itself instead of what CometBFT makes of
 * it.
 */
const halting = new Set(['info', 'initChain', 'finalizeBlock', 'commit']);
/** Milliseconds after which the time of a request of CometBFT is logged. */
const loggedFromMs = 3;

/**
 * Follows the consensus of a network through CometBFT: this node is its application (ABCI 2.0), and runs it as a child.
 *
 *   CometBFT                                    this node
 *   PrepareProposal (our turn)   ─────────────► BlockProposer: a block from the pool
 *   ProcessProposal              ─────────────► BlockExecutor: executes it, votes for it or not
 *   FinalizeBlock (decided)      ─────────────► the executed block: its hash is the app hash; validators of H+2
 *   Commit                       ─────────────► chain.commitPrepared: on disk, visible; then `paceBlocks`
 *   InsertTx, ReapTxs            ◄────────────► TransactionGossip
 *   status over a unix socket    ◄───────────── NetworkMonitor: peers, progress, whether this node is left behind;
 *                                               ConsensusReader: round, votes, how far the peers are, on request
 */
export class CometDriver implements ConsensusDriver {
  readonly #dependencies: CometDependencies;
  readonly #proposer: BlockProposer;
  readonly #executor: BlockExecutor;
  readonly #gossip: TransactionGossip;
  readonly #monitor: NetworkMonitor;
  readonly #consensus: ConsensusReader;
  readonly #rounds = new DecidedRounds();
  readonly #rejections: PeerRejections;
  #supervisor: CometSupervisor | undefined;
  #server: AbciServer | undefined;

  constructor(dependencies: CometDependencies) {
    this.#dependencies = dependencies;
    const { chain, blockIntervalMs, options, log, home, clock } = dependencies;
    const executed = new ExecutedBlocks();
    const longest = Math.min(maxEmptyBlockDelayMs, options['propose-timeout'] / 2);
    const free = blockIntervalMs - options['commit-pause'] - votingMs;
    const emptyBlockDelayMs = blockIntervalMs === 0 ? longest : Math.min(longest, Math.max(0, free));
    this.#proposer = new BlockProposer({ ...dependencies, emptyBlockDelayMs }, executed);
    const onInvalidProposal = (height: number, reason: string) =>
      log.warn({ height, reason }, 'rejected the proposal of another validator');
    const proposed = new ProposedTransactions(dependencies.decodeProposed);
    const decode = (raw: Uint8Array) => proposed.decode(raw);
    const onBlockError = (height: number, err: unknown) =>
      log.error({ height, err }, 'a block of another validator has caused an internal error');
    this.#executor = new BlockExecutor({ ...dependencies, decode, onInvalidProposal, onBlockError }, executed);
    const onOtherVersion = (version: number) =>
      log.warn(
        { version, known: bundleVersion },
        'a peer sends transactions in bundles of another version, which are rejected: one of the two has to be upgraded',
      );
    this.#rejections = new PeerRejections(log, dependencies.faults);
    this.#gossip = new TransactionGossip({
      ...dependencies,
      proposed: (hash) => proposed.get(hash),
      nextBaseFee: () => chain.next.baseFee(),
      rejections: this.#rejections,
      onOtherVersion,
    });
    const height = () => chain.reader.head().number;
    const rpc = new CometRpc(home.rpcSocket);
    this.#consensus = new ConsensusReader(rpc, clock);
    this.#monitor = new NetworkMonitor({
      ...{ rpc, clock, height, stallTimeoutMs: options['stall-timeout'] },
      expectedHeight: () => expectedHeight(chain.reader, clock.now(), blockIntervalMs),
      persistentPeers: options['persistent-peers'].split(',').flatMap((peer) => peer.trim() || []),
      isRunning: () => this.#isRunning(),
      onSilence: (seconds) => this.#endSilent(seconds),
    });
  }

  preview(time: WorkTime, limitMs: number): BlockPlan {
    return this.#proposer.preview(time, limitMs);
  }

  previewInputs(): string {
    return this.#proposer.previewInputs();
  }

  network(): NetworkStatus {
    return this.#monitor.status();
  }

  rejectedFromPeers(): ReadonlyMap<string, number> {
    return this.#rejections.counts;
  }

  consensus(): Promise<ConsensusStatus | undefined> {
    return this.#consensus.read();
  }

  process(): ConsensusProcess {
    const restarts = this.#supervisor?.restarts ?? 0;
    return { isRunning: this.#isRunning(), restarts, stalledSeconds: this.#monitor.stalledSeconds };
  }

  decidedRounds(): ReadonlyMap<number, number> {
    return this.#rounds.byHeight;
  }

  /** process id of CometBFT; undefined while it does not run here */
  get cometPid(): number | undefined {
    return this.#supervisor?.pid;
  }

  /**
   * Resolves after the signal or the halt height. Rejects with a CometError when consensus cannot start, has halted, or
   * has left this node behind.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { home, options, chain, log } = this.#dependencies;
    const start = this.#start();
    const haltHeight = options['halt-height'];
    if (haltHeight > 0 && chain.reader.head().number >= haltHeight) {
      log.warn({ height: chain.reader.head().number }, 'the chain is at comet.halt-height: remove it to continue');
      return;
    }
    assertBlocksAreThere(home, chain.reader);
    writeCometFiles(home, options, chain);
    rmSync(home.rpcSocket, { force: true }); // a file that a killed CometBFT has left
    const stop = new AbortController();
    const onAbort = () => stop.abort();
    signal.addEventListener('abort', onAbort);
    const { ended, end, fail } = openEnd();
    const onCommit = (height: number) => {
      if (height !== haltHeight) return true;
      log.info({ height }, 'comet.halt-height is reached');
      end();
      return false;
    };
    const pace = () => paceBlocks(this.#dependencies, stop.signal);
    const onDecided = (height: number, round: number) => this.#rounds.note(height, round);
    const parts = { proposer: this.#proposer, executor: this.#executor, gossip: this.#gossip };
    const handlers = createApplication({ ...this.#dependencies, ...parts, start, onCommit, onDecided, pace });
    const onError = (err: unknown, request: string) => {
      log.error({ err, request }, 'a request of CometBFT failed');
      if (halting.has(request)) fail(err instanceof CometError ? err : new PartError('consensus', err));
    };
    const onHandled = (request: string, milliseconds: number) => {
      if (milliseconds < loggedFromMs || request === 'reapTxs') return; // it waits for transactions
      log.debug({ request, ms: Math.round(milliseconds) }, 'a request of CometBFT took time');
    };
    const server = await AbciServer.open({ socketFile: home.abciSocket, handlers, onError, onHandled });
    this.#server = server;
    const running = [this.#runComet(stop.signal, fail), this.#monitor.run(stop.signal)];
    try {
      await Promise.race([ended, ...running, whenAborted(signal)]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      stop.abort();
      this.#gossip.mayWait = false;
      await Promise.allSettled(running);
      await server.close();
      rmSync(home.rpcSocket, { force: true });
    }
  }

  #isRunning(): boolean {
    return this.#supervisor?.pid !== undefined || (this.#server?.connections ?? 0) > 0;
  }

  /** Throws a CometError when nobody could sign blocks. */
  #start() {
    const { chain, validatorSet, consensusRules, genesisFile } = this.#dependencies;
    const state = chain.headState();
    const validators = validatorSet(state);
    if (validators.length === 0) throw new CometError({ code: 'no-validators', genesisFile });
    return chainStart(chain, validators, consensusRules(state));
  }

  /** A CometBFT of our own is started again; throws a CometError where somebody else runs it. */
  #endSilent(seconds: number): void {
    const { home, log } = this.#dependencies;
    if (this.#supervisor === undefined) throw new CometError({ code: 'silent', seconds, folder: home.folder });
    log.error({ seconds }, 'CometBFT does not respond: it is killed');
    this.#supervisor.kill();
  }

  /** Resolves after the signal, or at once when CometBFT is started separately. */
  async #runComet(signal: AbortSignal, fail: (error: Error) => void): Promise<void> {
    const { home, clock, binary, options, log, cometLog } = this.#dependencies;
    if (binary === undefined) {
      log.info({ socket: home.abciSocket, home: home.folder }, 'waiting for a CometBFT that somebody else runs');
      return await whenAborted(signal);
    }
    const output = new CometLog(
      cometLog,
      (record) => {
        const fault = signal.aborted ? undefined : haltFault(record);
        if (fault !== undefined) fail(fault);
      },
      () => signal.aborted,
    );
    const signer = options['priv-validator-address'];
    const sockets = [home.rpcSocket, ...(signer.startsWith('unix://') ? [signer.slice('unix://'.length)] : [])];
    this.#supervisor = new CometSupervisor({ binary, home, sockets, clock, output, log });
    await this.#supervisor.run(signal);
  }
}

function openEnd() {
  let end: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { ended, end, fail };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
