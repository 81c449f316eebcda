import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { CometHome } from '#qord/consensus/comet/comet-home.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import { situation } from '../situations.ts';
import type { World } from '../world/world.ts';
import { AbciClient } from './abci-client.ts';
import type { ConsensusEngine, DecidedBlock } from './consensus-engine.ts';
import { GossipCheck } from './gossip-check.ts';

type Head = Omit<DecidedBlock, 'txs' | 'hash'>;

/** A node with its files by which consensus finds its application. */
export type ConsensusPlace = Pick<CometHome, 'abciSocket' | 'genesisFile'> & {
  readonly node: () => QordNode | undefined;
};

/** Bytes of a block, as CometBFT offers them. */
const maxTxBytes = 4_000_000;
/** Milliseconds between two attempts to connect, and after a decision at most. */
const retryMs = 200;
const hearsMs = 300;
/** Milliseconds until a node is asked again for what clients have sent to it. */
const reapMs = 200;
/** Milliseconds in which a node decodes what a peer has sent. */
const takingMs = 500;
const accepted = 1;

/** The CometBFT of one node: the connection to its application, the handshake, and the blocks that it has executed. */
export class Participant {
  readonly index: number;
  readonly #world: World;
  readonly #place: ConsensusPlace;
  readonly #engine: ConsensusEngine;
  #consensus: AbciClient | undefined;
  #mempool: AbciClient | undefined;
  #gossip: GossipCheck | undefined;
  #height = 0;
  #isReady = false;
  #isExecuting = false;
  #isCutOff = false;
  #waits = false;

  constructor(world: World, index: number, place: ConsensusPlace, engine: ConsensusEngine) {
    this.#world = world;
    this.index = index;
    this.#place = place;
    this.#engine = engine;
  }

  /** Whether the application has answered the handshake and is connected. */
  get isReady(): boolean {
    return this.#isReady && this.#consensus?.isOpen === true && !this.#isCutOff;
  }

  /** The newest block that the application has committed. */
  get height(): number {
    return this.#height;
  }

  /** Whether the application has been asked to execute or commit a block, and has not answered. */
  get waits(): boolean {
    return this.#waits;
  }

  /** Its process is gone and has older data; what that has answered and is under way does not count. */
  forget(): void {
    this.#height = 0;
    this.#consensus = undefined;
  }

  /** Connects, again and again. */
  start(): void {
    this.#world.later(this.#world.random.below(retryMs), 'handshake', () => {
      void this.#connect()
        .catch((error) => this.#world.scheduler.fail(error))
        .then(() => this.start());
    });
  }

  /** Its peers do not reach it for a while, and it does not reach them. */
  cutOff(milliseconds: number): void {
    situation('a node is cut off');
    this.#isCutOff = true;
    this.#world.later(milliseconds, 'is no longer cut off', () => {
      this.#isCutOff = false;
      this.wake();
    });
  }

  /** A block has been decided: the node hears of it, sooner or later. */
  wake(): void {
    this.#world.later(this.#world.random.below(hearsMs), 'hears of a decision', () => {
      void this.#execute().catch((error) => this.#world.scheduler.fail(error));
    });
  }

  /** The transactions of a proposal; undefined when the node is lost meanwhile. */
  async propose({ lastCommit, ...head }: Head): Promise<readonly Uint8Array[] | undefined> {
    const answer = await this.#consensus?.call('prepareProposal', {
      ...head,
      localLastCommit: lastCommit,
      txs: [],
      maxTxBytes,
    });
    const bytes = answer?.txs.reduce((sum, { length }) => sum + length, 0) ?? 0;
    assert.ok(bytes <= maxTxBytes, `a proposal of ${bytes} bytes`);
    return answer?.txs;
  }

  /** Whether it votes for the proposal; undefined when it is lost meanwhile. */
  async accepts(block: DecidedBlock): Promise<boolean | undefined> {
    const answer = await this.#consensus?.call('processProposal', block);
    return answer && answer.status === accepted;
  }

  /** An entry of a peer arrives. */
  insert(tx: Uint8Array): void {
    if (this.#isCutOff) return;
    void this.#insert(tx).catch((error) => this.#world.scheduler.fail(error));
  }

  async #insert(tx: Uint8Array): Promise<void> {
    const mempool = this.#mempool;
    const assertTaken = this.#gossip?.taking(tx);
    const answer = await mempool?.call('insertTx', { tx });
    if (answer?.code === 0 && assertTaken !== undefined)
      this.#world.later(takingMs, 'has taken', () => mempool?.isOpen && assertTaken());
  }

  async #connect(): Promise<void> {
    if (this.#consensus?.isOpen === true) return;
    this.#isReady = false;
    const { abciSocket } = this.#place;
    if (this.#world.listening.processAt(abciSocket) === undefined) return;
    const consensus = new AbciClient(this.#world, `consensus of ${this.index}`, abciSocket);
    const mempool = new AbciClient(this.#world, `mempool of ${this.index}`, abciSocket);
    const info = await consensus.call('info', { version: '0.40.0', blockVersion: 11, abciVersion: '2.0.0' });
    if (info === undefined) return;
    assert.ok(info.lastBlockHeight <= this.#engine.height, 'no node has a block that was not decided');
    assert.ok(info.lastBlockHeight >= this.#height, 'a node has each block whose commit it has answered');
    const hash = this.#engine.hashAt(info.lastBlockHeight);
    if (hash !== undefined)
      assert.deepEqual(info.lastBlockAppHash, hash, 'a node has the app hash that it has answered');
    if (info.lastBlockHeight === 0) {
      const { chain_id: chainId } = JSON.parse(readFileSync(this.#place.genesisFile, 'utf8'));
      const begun = await consensus.call('initChain', { chainId, initialHeight: 1 });
      if (begun === undefined) return;
      this.#engine.begin(begun.validators);
    }
    const ahead = this.#engine.height - info.lastBlockHeight;
    if (ahead === 1) situation('consensus is one block ahead at a handshake');
    else if (ahead > 1) situation('a node is behind at its handshake');
    else if (info.lastBlockHeight > 0) situation('a node has all blocks at its handshake');
    this.#height = info.lastBlockHeight;
    this.#waits = false;
    this.#consensus = consensus;
    this.#mempool = mempool;
    this.#gossip = this.#engine.isReliable ? new GossipCheck(this.#place.node) : undefined;
    this.#isExecuting = false;
    this.#isReady = true;
    void this.#reap(mempool).catch((error) => this.#world.scheduler.fail(error));
    await this.#execute();
  }

  /** Executes what was decided, one block after the other. */
  async #execute(): Promise<void> {
    const consensus = this.#consensus;
    if (consensus === undefined || this.#isExecuting || !this.isReady) return;
    this.#isExecuting = true;
    for (let block = this.#engine.blockAt(this.#height + 1); block; block = this.#engine.blockAt(this.#height + 1)) {
      this.#waits = true;
      const result = await consensus.call('finalizeBlock', block);
      if (result === undefined || (await consensus.call('commit', {})) === undefined) return;
      if (consensus !== this.#consensus) return;
      this.#waits = false;
      this.#engine.note(block, result);
      this.#height = block.height;
    }
    this.#isExecuting = false;
  }

  /** Takes what clients have sent to the node, and sends it to the others. */
  async #reap(mempool: AbciClient): Promise<void> {
    while (mempool.isOpen) {
      const answer = await mempool.call('reapTxs', { maxBytes: 1_000_000, maxGas: -1 });
      if (answer === undefined) return;
      this.#gossip?.reaped(answer.txs, this.#world.scheduler.nowMs);
      if (!this.#isCutOff) this.#engine.spread(this, answer.txs);
      await new Promise<void>((resolve) => this.#world.later(reapMs, 'reaps', resolve));
    }
  }
}
