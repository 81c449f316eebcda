import assert from 'node:assert/strict';
import type { ValueOf } from '#qord/consensus/comet/abci/protobuf.ts';
import { blockIdFlags, misbehaviourTypes, type request, type response } from '#qord/consensus/comet/abci/types.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { KnownChain } from '../checks/known-chain.ts';
import { situation } from '../situations.ts';
import { noThreadFaults } from '../world/inline-thread.ts';
import type { World } from '../world/world.ts';
import { assertExecuted } from './assert-executed.ts';
import { garbageEntry, mutatedProposal } from './mutated-proposal.ts';
import { type ConsensusPlace, Participant } from './participant.ts';
import { totalPower, updatedSet, type Validator } from './validator.ts';

/** A block as CometBFT sends it to its application, when it proposes or has decided it. */
export type DecidedBlock = NonNullable<ValueOf<typeof request>['finalizeBlock']>;
export type Executed = NonNullable<ValueOf<typeof response>['finalizeBlock']>;
type Evidence = DecidedBlock['misbehaviour'][number];
type Vote = NonNullable<DecidedBlock['lastCommit']>['votes'][number];

/** Rounds that may fail after faults have stopped, the one included in which they did. */
const calmRounds = 3;
const startMs = 1_780_272_000_000;

/**
 * Decides blocks as CometBFT may, and unkindly: rounds fail, proposals are mutated, votes are missing, and nodes hear of
 * a decision at any time. What it has decided is kept, for nodes that come back.
 */
export class ConsensusEngine {
  readonly #world: World;
  readonly #chain: KnownChain;
  readonly #participants: readonly Participant[];
  readonly #decided: DecidedBlock[] = [];
  /** the set that decides the block of a height: the first two are those of the genesis */
  readonly #sets = new Map<number, readonly Validator[]>();
  /** what the first node has answered to the block of a height */
  readonly #executed = new Map<number, Executed>();
  #lastVotes: readonly Vote[] = [];
  #lastRound = 0;
  /** whether the proposer of this round is faulty */
  #isMutated = false;
  /** whether disks and threads do not fail */
  readonly isReliable: boolean;

  /** `chain`: what is known of the chain; it has each block that a node has committed */
  constructor(world: World, places: readonly ConsensusPlace[], chain: KnownChain) {
    this.#world = world;
    this.#chain = chain;
    this.isReliable = world.profile.threads === noThreadFaults && world.profile.faults['full disk'] === undefined;
    this.#participants = places.map((place, index) => new Participant(world, index, place, this));
  }

  /** Begins; errors end the run. */
  start(): void {
    for (const participant of this.#participants) participant.start();
    void this.#run().catch((error) => this.#world.scheduler.fail(error));
  }

  /** Whether a node has been asked to execute or commit a block, and has not answered. */
  waitsFor(index: number): boolean {
    return this.#participants[index]?.waits === true;
  }

  get height(): number {
    return this.#decided.length;
  }

  blockAt(height: number): DecidedBlock | undefined {
    return this.#decided[height - 1];
  }

  /** The validators that the application names at its genesis. */
  begin(validators: Parameters<typeof updatedSet>[1]): void {
    const set = updatedSet([], validators);
    const known = this.#sets.get(1);
    if (known !== undefined) assert.deepEqual(set, known, 'all nodes begin with the same validators');
    this.#sets.set(1, set);
    this.#sets.set(2, set);
  }

  /** A node has executed and committed a block, with changes of the validators, which count two blocks later. */
  note(block: DecidedBlock, executed: Executed): void {
    const { height } = block;
    const known = this.#executed.get(height);
    if (known !== undefined) {
      assert.deepEqual(executed, known, `all nodes say the same of block ${height}`);
      return;
    }
    this.#executed.set(height, executed);
    const { validatorUpdates } = executed;
    const set = updatedSet(this.#setAt(height + 1), validatorUpdates);
    this.#sets.set(height + 2, set);
    if (validatorUpdates.length > 0) situation('the validators change');
    assertExecuted(block, executed, set, this.#chain.decidedAt(height));
  }

  /** Asserts that these are the rounds in which blocks were decided, by their heights. */
  assertRounds(rounds: ReadonlyMap<number, number>): void {
    for (const [height, round] of rounds)
      assert.equal(round, this.blockAt(height + 1)?.lastCommit?.round, `the round of block ${height}`);
  }

  /** The app hash of a block that a node has executed. */
  hashAt(height: number): Uint8Array | undefined {
    return this.#executed.get(height)?.appHash;
  }

  /** A node has older data than it had. */
  forget(index: number): void {
    this.#participants[index]?.forget();
  }

  #setAt(height: number): readonly Validator[] {
    const set = this.#sets.get(height);
    assert.ok(set, `the validators of block ${height} are known`);
    return set;
  }

  async #run(): Promise<void> {
    for (;;) {
      const { random } = this.#world;
      await this.#pause(random.below(20));
      if (this.#world.fails('partition')) this.#divide();
      let failed = 0;
      for (let round = 0; !(await this.#playRound(round)); round++) {
        if (round > 0) situation('two rounds of a height fail');
        if (this.#world.isCalm && this.#hasQuorum()) failed++;
        assert.ok(failed <= calmRounds, 'when faults have stopped, a block comes within three rounds');
        await this.#pause(500 + this.#world.random.below(500));
      }
    }
  }

  /** Some nodes, rarely so many that the others decide nothing, do not reach their peers for a while. */
  #divide(): void {
    const { random } = this.#world;
    const count = random.chance(0.7) ? 1 : 1 + random.below(this.#participants.length);
    if (count * 3 >= this.#participants.length) situation('a network has no quorum');
    const first = random.below(this.#participants.length);
    const milliseconds = random.below(8_000);
    for (let at = 0; at < count; at++)
      this.#participants[(first + at) % this.#participants.length]?.cutOff(milliseconds);
  }

  /** Nodes that have all decided blocks and can vote. */
  get #ready(): readonly Participant[] {
    return this.#participants.filter((each) => each.isReady && each.height === this.height);
  }

  #hasQuorum(): boolean {
    return this.#ready.length * 3 > this.#participants.length * 2;
  }

  /** Whether the round has decided a block. */
  async #playRound(round: number): Promise<boolean> {
    const { random } = this.#world;
    const height = this.height + 1;
    const ready = this.#ready;
    const proposer = ready[random.below(Math.max(1, ready.length))]; // who has much power proposes again
    if (proposer === undefined) return false;
    const block = await this.#propose(proposer, height);
    if (block === undefined) return false;
    const fails = this.#world.fails('failed round') || !this.#hasQuorum();
    const asked = ready.filter(() => !(fails ? random.chance(0.5) : this.#world.fails('unheard proposal')));
    if (asked.length < ready.length) situation('a node has not heard of a proposal');
    const votes = await Promise.all(asked.map((each) => this.#vote(each, block)));
    this.#assertVotes(block, votes);
    if (fails) {
      situation('a round fails after its proposal');
      return false;
    }
    const accepting = new Set(asked.filter((_, at) => votes[at] === true));
    if (accepting.size * 3 <= this.#participants.length * 2) {
      situation('a proposal is rejected');
      return false;
    }
    this.#decide(block, round, accepting);
    return true;
  }

  /** Whether a node votes for a block; asked again, it says the same. */
  async #vote(node: Participant, block: DecidedBlock): Promise<boolean | undefined> {
    const vote = await node.accepts(block);
    if (vote === undefined || !this.#world.fails('second question')) return vote;
    const again = await node.accepts(block);
    assert.ok(again === undefined || again === vote, `a node says of block ${block.height} what it has said before`);
    return again;
  }

  /** Nodes whose disks and threads do not fail vote alike, and for what a node has proposed that is not faulty. */
  #assertVotes({ height }: DecidedBlock, votes: readonly (boolean | undefined)[]): void {
    if (!this.isReliable) return;
    const [first = true, ...others] = votes.filter((vote) => vote !== undefined);
    assert.ok(
      others.every((vote) => vote === first),
      `all nodes vote alike on block ${height}`,
    );
    assert.ok(first || this.#isMutated, `a right proposal of block ${height} is voted for`);
  }

  async #propose(proposer: Participant, height: number): Promise<DecidedBlock | undefined> {
    const { random } = this.#world;
    const before = this.#decided.at(-1)?.time?.seconds ?? 0;
    const nowMs = startMs + this.#world.scheduler.nowMs;
    const time = { seconds: Math.max(before, Math.floor(nowMs / 1_000)), nanos: Math.floor(nowMs % 1_000) * 1_000_000 };
    const head = {
      lastCommit: { round: this.#lastRound, votes: this.#lastVotes },
      misbehaviour: this.#evidence(height),
      height,
      time,
      proposerAddress: this.#setAt(height)[proposer.index % this.#setAt(height).length]?.address ?? new Uint8Array(20),
    } as const;
    if (this.#world.fails('second proposal')) await proposer.propose(head);
    const txs = await proposer.propose(head);
    if (txs === undefined) return undefined;
    this.#isMutated = this.#world.fails('mutated proposal');
    if (this.#isMutated) situation('a proposal is mutated');
    const sent = this.#isMutated ? mutatedProposal(random, txs, this.#decided) : txs;
    return { ...head, txs: sent, hash: random.bytes(32) };
  }

  /** One validator of four misbehaves, and may be caught again, also for what it did before; less than a third of the power is ever faulty. */
  #evidence(height: number): readonly Evidence[] {
    const { random } = this.#world;
    const at = Math.max(1, height - 1 - random.below(20)); // evidence may be late
    const before = this.blockAt(at);
    const given = this.#decided.flatMap(({ misbehaviour }) => misbehaviour);
    const isLikely = this.#participants.length > 3 && this.#world.fails('evidence');
    if (before === undefined || !isLikely || given.some((each) => each.height === at)) return [];
    const [caught] = given;
    const set = this.#setAt(at);
    const signer = caught
      ? set.find(({ address }) => toHex(address) === toHex(caught.validator?.address ?? address))
      : set.at(-1);
    if (signer === undefined) return [];
    situation(caught ? 'a validator is caught again' : 'a validator is caught');
    const { duplicateVote, lightClientAttack } = misbehaviourTypes;
    const type = random.pick([duplicateVote, lightClientAttack]);
    return [{ type, validator: signer, height: at, time: before.time, totalVotingPower: totalPower(set) }];
  }

  #decide(block: DecidedBlock, round: number, accepting: ReadonlySet<Participant>): void {
    const { random } = this.#world;
    const set = this.#setAt(block.height);
    let left = Math.ceil(totalPower(set) / 3) - 1;
    this.#lastVotes = set.map((validator, at) => {
      const signer = this.#participants[at];
      const hasVoted = signer !== undefined && accepting.has(signer);
      const isMissing = (!hasVoted || this.#world.fails('missing vote')) && left >= validator.power;
      if (isMissing) left -= validator.power;
      const blockIdFlag = isMissing ? random.pick([blockIdFlags.absent, blockIdFlags.nil]) : blockIdFlags.commit;
      return { validator, blockIdFlag };
    });
    this.#lastRound = round;
    this.#decided.push(block);
    this.#world.note('consensus', `decides ${block.height} in round ${round}`);
    for (const participant of this.#participants) participant.wake();
  }

  /** Gossip: what a node has sent goes to the others, some of it late, twice, never, or as garbage. */
  spread(from: Participant, entries: readonly Uint8Array[]): void {
    const { random } = this.#world;
    for (const entry of entries) {
      for (const to of this.#participants) {
        if (to === from) continue;
        const isFaulty = this.#world.fails('bad gossip');
        const sent = isFaulty ? random.pick([[], [entry, entry], [garbageEntry(random, entry), entry]]) : [entry];
        for (const each of sent) this.#world.later(random.below(200), 'gossip', () => to.insert(each));
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#world.later(milliseconds, 'consensus waits', resolve));
  }
}
