import assert from 'node:assert/strict';
import type { ChainReader, CommittedBlock } from '#qord/chain/types.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import { StoreError } from '#qord/store/store-error.ts';
import { comeToRest, endNodes, poolsOf } from './checks/rest.ts';
import { ShadowChain } from './checks/shadow-chain.ts';
import { TransactionLedger } from './checks/transaction-ledger.ts';
import { createClients, type SimulatedClients } from './clients/clients.ts';
import { bulkyBytes } from './clients/sender.ts';
import { ConsensusEngine } from './network/consensus-engine.ts';
import { createHomes, type Homes } from './node/homes.ts';
import { SimulatedNode } from './node/simulated-node.ts';
import type { RunOptions } from './run.ts';
import { situation } from './situations.ts';
import type { CommitStep } from './world/disk.ts';
import type { World } from './world/world.ts';

/** Milliseconds without a block after which a chain has stopped: a network may wait for nodes that start again. */
const stallMs = 120_000;
/** Blocks of a chain that may go back to older data: the model is told of all of them again. */
const mostRestored = 1_000;
/** Gas of the transaction with the highest limit, but for a rare one. */
const mostGas = 1_000_000n;
/** What a node says of a simulated disk that has failed, also when the faults have ended meanwhile. */
const diskFault = /no space left on device|input\/output error/;
/** Milliseconds until a node that was killed starts again, at most. */
const restartMs = 5_000;

/** Nodes, their clients, and what is checked. */
export class Simulation {
  readonly #world: World;
  readonly #options: Pick<RunOptions, 'blocks' | 'nodes'>;
  readonly #homes: Homes;
  readonly #nodes: readonly SimulatedNode[];
  readonly #engine: ConsensusEngine | undefined;
  readonly #shadow: ShadowChain;
  readonly #ledger = new TransactionLedger(() => this.#world.scheduler.nowMs);
  readonly #clients: SimulatedClients;
  #transactions = 0;
  #lastBlockMs = 0;
  /** nodes that end in order, and may still accept what is lost with them */
  #ending = 0;

  constructor(world: World, options: Pick<RunOptions, 'blocks' | 'nodes'>) {
    this.#world = world;
    this.#options = options;
    const isVaried = options.nodes > 1 || world.profile.clientsAreRude;
    world.hasSmallBlocks = isVaried && world.randomOf('small blocks').chance(0.3);
    this.#homes = createHomes(world, options.nodes);
    const { homes, genesis, places } = this.#homes;
    this.#nodes = homes.map((home, index) => {
      const node: SimulatedNode = new SimulatedNode(
        world,
        { name: `node${index}`, home, genesis },
        {
          onStarted: (started) => this.#follow(started),
          onLog: (line) => this.#checkLog(line),
          onEnded: (error) => this.#onEnded(node, error),
        },
      );
      node.disk.isKilled = (step) => this.#isKilledAt(node, step);
      return node;
    });
    this.#shadow = new ShadowChain(genesis, world.every);
    const consensusPlaces = places.map((place, at) => ({ ...place, node: () => this.#nodes[at]?.running }));
    this.#engine = places.length === 0 ? undefined : new ConsensusEngine(world, consensusPlaces, this.#shadow);
    this.#clients = createClients(world, this.#ledger, this.#shadow, this.#nodes);
  }

  async play(): Promise<void> {
    const { scheduler } = this.#world;
    for (const [index, node] of this.#nodes.entries()) {
      const isLate = index > 0 && this.#world.fails('late join');
      if (isLate) this.#startSoon(node);
      else node.start();
    }
    this.#engine?.start();
    this.#clients.start();
    const isStalled = () => scheduler.nowMs > this.#lastBlockMs + stallMs * this.#world.pace;
    await scheduler.runUntil(() => this.#shadow.blocks >= this.#options.blocks || isStalled());
    assert.ok(!isStalled(), 'blocks come, whatever happens');
    this.#world.isCalm = true;
    const [nodes, shadow, ledger, clients] = [this.#nodes, this.#shadow, this.#ledger, this.#clients];
    await comeToRest(this.#world, { nodes, shadow, ledger, clients, consensus: this.#engine });
    await endNodes(this.#world, nodes, shadow);
  }

  end(): void {
    this.#homes.remove();
  }

  figures() {
    return { blocks: this.#shadow.blocks, transactions: this.#transactions, accepted: this.#ledger.accepted };
  }

  /** A process of a node has started: it continues where the last one was. */
  #follow(node: QordNode): void {
    const { reader } = node.chain;
    this.#catchUp(reader);
    if (reader.head().number < this.#shadow.height && this.#shadow.isRewinding)
      this.#rewind(reader.head().number, false); // it was killed meanwhile
    this.#shadow.expect([], undefined);
    if (this.#engine === undefined)
      assert.equal(reader.head().number, this.#shadow.height, 'a node keeps what it has reported');
    const { number, hash } = reader.head();
    assert.equal(hash, this.#shadow.hashOf(number), 'a node keeps its blocks');
    node.chain.onBlock({ kind: 'client', name: 'simulator' }, (block) => this.#take(node, block));
    node.chain.onRewind({ kind: 'client', name: 'simulator' }, ({ height }) => {
      const isWhole = !this.#world.failed.has(this.#world.scheduler.process); // else its disk cannot be read in between
      if (height < this.#shadow.height) this.#attempt(() => this.#rewind(height, isWhole));
      const { mempool } = node.control;
      const check = () => this.#ledger.assertNonces(mempool, this.#shadow.stateAt(reader.head().number));
      void mempool.rechecked().then(() => this.#attempt(check));
    });
  }

  #catchUp(reader: ChainReader): void {
    if (this.#engine === undefined && reader.head().number > this.#shadow.height && this.#shadow.height > 0)
      situation('a started node has a block that nobody has heard of');
    for (let height = this.#shadow.height + 1; height <= reader.head().number; height++) {
      const block = reader.block(height);
      assert.ok(block, `a started node has block ${height}`);
      this.#check(block);
    }
  }

  /** A node that has no process is exported, and begins again from that. */
  #exportFrom(node: SimulatedNode): void {
    situation('a chain continues from its export');
    this.#catchUp(this.#shadow.readerOf(node.disk.rows));
    node.beginWith(this.#shadow.continueFrom(node.disk.rows));
    this.#clients.onRewind();
  }

  #rewind(height: number, isWhole: boolean): void {
    this.#world.note('rewind', String(height));
    this.#shadow.rewind(height, isWhole);
    this.#ledger.rewind(this.#shadow.blocksBetween());
    this.#clients.onRewind();
  }

  /** Errors of checks end the run, not only the turn of a listener; a disk that fails when a check reads ends its node. */
  #attempt(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (error instanceof StoreError && this.#world.failed.has(this.#world.scheduler.process)) return;
      this.#world.scheduler.fail(error);
    }
  }

  #take(node: QordNode, { block, receipts }: CommittedBlock): void {
    this.#attempt(() => {
      if (block.transactions.length === 0) this.#checkPause();
      this.#lastBlockMs = this.#world.scheduler.nowMs;
      this.#check(block);
      this.#clients.follow(receipts);
    });
    const taker = this.#nodes.find(({ running }) => running === node);
    if (taker === undefined) return; // it is about to end
    this.#attempt(() => {
      this.#ledger.assertNonces(node.control.mempool, this.#shadow.stateAt(block.header.number));
      if (this.#ending === 0) this.#ledger.assertKept(poolsOf(this.#nodes));
    });
    const { pending, queued } = node.control.mempool.counts();
    const before = pending + queued + (this.#engine === undefined ? block.transactions.length : 0);
    if (before >= (taker.settings?.poolLimit ?? Number.POSITIVE_INFINITY))
      situation('the pool is full while a block has it checked again');
    if (this.#world.fails('kill')) this.#killSoon(taker);
    else if (!this.#world.isDeveloped && this.#world.fails('restart')) this.#restartSoon(taker);
  }

  /** The first node with a block has it executed again; others must have the same. */
  #check(block: CommittedBlock['block']): void {
    const { header, transactions } = block;
    this.#world.note('block', `${header.number} ${header.hash}`);
    if (header.number <= this.#shadow.height) {
      assert.equal(header.hash, this.#shadow.hashOf(header.number), `all nodes have the same block ${header.number}`);
      return;
    }
    if (header.gasUsed + mostGas > header.gasLimit) situation('the gas of a block is full');
    const bytes = transactions.reduce((sum, { raw }) => sum + raw.length, bulkyBytes);
    if (bytes > this.#homes.genesis.parameters.maxBlockBytes) situation('the bytes of a block are full');
    if (transactions.length >= 20) situation('a block has 20 transactions');
    this.#transactions += transactions.length;
    this.#shadow.follow(block);
    this.#ledger.follow(block);
  }

  /** A block is empty: it comes when there was none for a while. */
  #checkPause(): void {
    situation('a block is empty');
    if (this.#engine !== undefined || this.#world.isDeveloped) return;
    const pauseMs = this.#nodes[0]?.settings?.emptyBlockMs ?? 0;
    const isTooEarly = pauseMs === 0 || this.#world.scheduler.nowMs < this.#lastBlockMs + pauseMs;
    assert.ok(!isTooEarly, 'an empty block comes after consensus.block-interval');
  }

  #killSoon(node: SimulatedNode): void {
    this.#world.later(this.#world.random.below(50), 'kills a node', () => {
      if (this.#world.isCalm || !node.isAlive) return;
      if (node.running === undefined) situation('a node is killed while it starts');
      this.#kill(node);
    });
  }

  #kill(node: SimulatedNode): void {
    situation('a node is killed');
    if (this.#engine?.waitsFor(this.#nodes.indexOf(node)))
      situation('a node is killed while consensus waits for a block');
    node.kill();
    const isAlone = this.#engine === undefined && !this.#world.isDeveloped && this.#shadow.blocks > 0;
    const { height, genesisHeight } = this.#shadow; // what was earned before an export is in no block after it
    const mayRestore = this.#engine !== undefined || (isAlone && height < mostRestored && genesisHeight === 0);
    if (isAlone && this.#world.fails('export')) this.#exportFrom(node);
    else if (mayRestore && this.#world.fails('older data')) this.#restore(node);
    this.#startSoon(node);
  }

  /** A node gets older data, from which one without peers continues. */
  #restore(node: SimulatedNode): void {
    const isRestored = node.restoreOrBackUp() === 'restored';
    this.#engine?.forget(this.#nodes.indexOf(node));
    if (!isRestored || this.#engine !== undefined) return;
    const { number } = this.#shadow.readerOf(node.disk.rows).head();
    if (number >= this.#shadow.height) return;
    this.#shadow.expect([], () => [number, number]);
    this.#rewind(number, true);
  }

  #restartSoon(node: SimulatedNode): void {
    this.#world.later(this.#world.random.below(50), 'ends a node', () => {
      if (this.#world.isCalm || node.running === undefined) return;
      situation('a node restarts in order');
      this.#ending++;
      node.stop(() => {
        this.#ending--;
        this.#startSoon(node);
      });
    });
  }

  /** Whether the process ends at this step of a commit. */
  #isKilledAt(node: SimulatedNode, step: CommitStep): boolean {
    if (!node.isAlive || !this.#world.fails('kill at commit')) return false;
    situation(`a node is killed ${step}`);
    this.#kill(node);
    return true;
  }

  #startSoon(node: SimulatedNode): void {
    this.#ledger.forget();
    this.#clients.forget();
    this.#world.later(this.#world.random.below(restartMs), 'starts a node', () => {
      // it answers clients before it is said to have started
      if (this.#engine === undefined && this.#shadow.blocks > 0 && node.hasChain)
        this.#catchUp(this.#shadow.readerOf(node.disk.rows));
      node.start();
      if (this.#world.fails('kill at start')) this.#killSoon(node);
    });
  }

  #onEnded(node: SimulatedNode, error: unknown): void {
    if (!diskFault.test(String(error))) {
      this.#world.scheduler.fail(error ?? new Error('a node has ended'));
      return;
    }
    situation('a node ends by itself');
    this.#startSoon(node);
  }

  /** Faults that the simulator has not made end the run. */
  #checkLog(line: string): void {
    if (!/\bERROR\b|"level":"error"/.test(line)) return;
    if (diskFault.test(line) || line.includes('the simulator ends this thread')) return;
    this.#world.scheduler.fail(new Error(`a node has logged: ${line}`));
  }
}
