import assert from 'node:assert/strict';
import type { CommittedBlock } from '#qord/chain/types.ts';
import { verifyChain } from '#qord/chain/verify/verify-chain.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import { prepareSecp256k1 } from '#qord/primitives/crypto/secp256k1.ts';
import { ShadowChain } from './checks/shadow-chain.ts';
import { TransactionLedger } from './checks/transaction-ledger.ts';
import { createClients, type SimulatedClients } from './clients/clients.ts';
import { SimulatedNode } from './node/simulated-node.ts';
import type { Profile } from './profile.ts';
import { situation, takeSituations } from './situations.ts';
import { World } from './world/world.ts';

export type RunOptions = {
  readonly seed: number;
  /** blocks after which the clients stop */
  readonly blocks: number;
  readonly profile: Profile;
  /** Gets each line of the journal. */
  readonly print?: ((line: string) => void) | undefined;
};

/** What a run came to. */
export type RunReport = {
  /** hash of the journal */
  readonly journal: string;
  readonly blocks: number;
  readonly transactions: number;
  readonly accepted: number;
  readonly answers: number;
  readonly steps: number;
  /** of the simulated time */
  readonly seconds: number;
  readonly situations: ReadonlyMap<string, number>;
  /** why it failed, with the last lines of the journal */
  readonly failure: string | undefined;
};

/** Milliseconds in which everything comes to rest when faults and clients have stopped. */
const restMs = 60_000;
/** Milliseconds until a node that was killed starts again, at most. */
const restartMs = 5_000;

/** Plays one seed. */
export async function run(options: RunOptions): Promise<RunReport> {
  await prepareSecp256k1();
  takeSituations();
  const world = new World(options.seed, options.profile, options.print);
  world.install(options.seed);
  const simulation = new Simulation(world, options);
  let failure: string | undefined;
  try {
    await simulation.play();
  } catch (error) {
    failure = [error instanceof Error ? (error.stack ?? error.message) : String(error), '', ...world.journal.last].join(
      '\n',
    );
  } finally {
    simulation.end();
    world.close();
  }
  return {
    ...simulation.figures(),
    journal: world.journal.digest(),
    steps: world.scheduler.steps,
    seconds: world.scheduler.nowMs / 1_000,
    situations: takeSituations(),
    failure,
  };
}

/** One node, its clients, and what is checked. */
class Simulation {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #node: SimulatedNode;
  readonly #shadow: ShadowChain;
  readonly #ledger = new TransactionLedger();
  readonly #clients: SimulatedClients;
  #transactions = 0;

  constructor(world: World, options: RunOptions) {
    this.#world = world;
    this.#options = options;
    this.#node = new SimulatedNode(world, 'node', {
      onStarted: (node) => this.#follow(node),
      onLog: (line) => this.#checkLog(line),
      onEnded: (error) => this.#onEnded(error),
    });
    this.#shadow = new ShadowChain(this.#node.genesis);
    this.#clients = createClients(world, this.#ledger, this.#shadow, () => this.#node.running);
  }

  async play(): Promise<void> {
    const { scheduler } = this.#world;
    this.#node.disk.faults = this.#options.profile.disk;
    this.#node.start();
    this.#clients.start();
    await scheduler.runUntil(() => this.#shadow.height >= this.#options.blocks);
    await this.#rest();
    await this.#stop();
  }

  end(): void {
    this.#node.remove();
  }

  figures() {
    const { answers } = this.#clients;
    return { blocks: this.#shadow.height, transactions: this.#transactions, accepted: this.#ledger.accepted, answers };
  }

  /** A process of the node has started: it continues where the last one was. */
  #follow(node: QordNode): void {
    const { reader } = node.chain;
    for (let height = this.#shadow.height + 1; height <= reader.head().number; height++) {
      const block = reader.block(height);
      assert.ok(block, `a started node has block ${height}`);
      this.#check(block);
    }
    const { height } = this.#shadow;
    assert.equal(reader.header(height)?.hash, this.#shadow.hashOf(height), 'a node keeps what it has reported');
    node.chain.onBlock({ kind: 'client', name: 'simulator' }, (block) => this.#take(block));
  }

  /** Errors of checks end the run, not only the turn of this listener. */
  #take({ block, receipts }: CommittedBlock): void {
    try {
      this.#check(block);
      this.#clients.follow(receipts);
    } catch (error) {
      this.#world.scheduler.fail(error);
    }
    if (!this.#world.isCalm && this.#world.random.chance(this.#options.profile.kills)) this.#killSoon();
  }

  #check(block: CommittedBlock['block']): void {
    const { header, transactions } = block;
    this.#world.journal.note(this.#world.scheduler.nowMs, 'block', `${header.number} ${header.hash}`);
    if (transactions.length === 0) situation('a block is empty');
    if (transactions.length >= 20) situation('a block has 20 transactions');
    this.#transactions += transactions.length;
    this.#shadow.follow(block);
    this.#ledger.follow(block);
  }

  #killSoon(): void {
    this.#world.later(this.#world.random.below(50), 'kills the node', () => {
      if (this.#world.isCalm || this.#node.running === undefined) return;
      situation('the node is killed');
      this.#node.kill();
      this.#startSoon();
    });
  }

  #startSoon(): void {
    this.#ledger.forget();
    this.#clients.forget();
    this.#world.later(this.#world.random.below(restartMs), 'starts the node', () => this.#node.start());
  }

  #onEnded(error: unknown): void {
    const isExpected = error instanceof Error && error.name === 'StoreError' && !this.#world.isCalm;
    if (!isExpected) {
      this.#world.scheduler.fail(error ?? new Error('the node has ended'));
      return;
    }
    situation('the node ends by itself');
    this.#startSoon();
  }

  /** Faults that the simulator has not made end the run. */
  #checkLog(line: string): void {
    if (!/\bERROR\b|"level":"error"/.test(line)) return;
    if (/the simulator ends this thread/.test(line)) return;
    this.#world.scheduler.fail(new Error(`the node has logged: ${line}`));
  }

  /** Faults and clients stop: a block comes, every request has its answer, and nothing waits any more. */
  async #rest(): Promise<void> {
    const { scheduler } = this.#world;
    this.#world.isCalm = true;
    this.#node.disk.faults = { isSlow: 0, isFull: 0 };
    this.#clients.stop();
    if (this.#node.running === undefined) await scheduler.runUntil(() => this.#node.running !== undefined);
    const until = scheduler.nowMs + restMs;
    const { height } = this.#shadow;
    const isPoolAtRest = () => this.#node.running?.control.mempool.counts().pending === 0;
    const isAtRest = () => this.#clients.waiting === 0 && this.#shadow.height > height && isPoolAtRest();
    await scheduler.runUntil(() => isAtRest() || scheduler.nowMs > until);
    assert.equal(this.#clients.waiting, 0, 'every request has its answer');
    assert.ok(this.#shadow.height > height, 'a block comes when faults have stopped');
    const { control } = this.#node.running ?? {};
    assert.ok(control, 'the node runs when faults have stopped');
    this.#ledger.assertAtRest(control.mempool);
  }

  /** Ends the node in order: its data are what `qord verify` expects. */
  async #stop(): Promise<void> {
    let isStopped = false;
    this.#node.stop(() => {
      isStopped = true;
    });
    await this.#world.scheduler.runUntil(() => isStopped);
    const [wrong] = verifyChain(this.#node.disk.rows, true, () => {});
    assert.equal(wrong, undefined, 'qord verify finds nothing');
  }
}
