import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AbiRecord } from '../../../primitives/abi/value.ts';
import type { Address } from '../../../primitives/address.ts';
import { openRollupHarness, qor, rollupAccounts, root, zeroWord } from '../../../testing/modules/rollup-harness.ts';
import { withdrawalTree } from '../../../testing/modules/withdrawal-tree.ts';
import { Random } from '../../../testing/random/random.ts';
import { progresses } from '../records.ts';

const { chief, alice, bob, carol } = rollupAccounts;
const rollupId = 'shop';
const [bond, windowSeconds, decisionSeconds] = [1_000n * qor, 60, 100];
const weights = [
  ...([
    [6, 'deposit'],
    [6, 'submit'],
    [2, 'cheat'],
    [2, 'challenge'],
  ] as const),
  ...([
    [5, 'decide'],
    [8, 'pay'],
    [9, 'pass'],
  ] as const),
] as const;
const params = { challenge_decision_seconds: decisionSeconds, max_deposit_wait: 500, challenger_share: '0.25' };

type Leaf = { readonly recipient: Address; readonly denom: string; readonly amount: bigint };
type Batch = {
  readonly index: number;
  readonly isHonest: boolean;
  /** how many of the first deposits it covers, and how many the next one may */
  readonly covers: number;
  nextCovers: number;
  readonly leaves: readonly Leaf[];
  readonly paid: Set<number>;
  due: number;
  isFinal: boolean;
  challenge: { readonly by: Address; readonly at: number } | undefined;
};

/**
 * An optimistic rollup of alice, who sometimes submits batches that pay her what others have deposited. Somebody always
 * challenges these in time; the authority decides rightly, or not at all. Everything is computed besides.
 */
class RandomRollup {
  readonly #random: Random;
  readonly #opened = openRollupHarness(params);
  readonly #balances = new Map<Address, bigint>();
  readonly #deposits: { readonly sender: Address; readonly amount: bigint }[] = [];
  readonly #all: Batch[] = [];
  /** batches that were not rejected */
  #chain: Batch[] = [];
  #stake = 9_900n * qor;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#opened.create(rollupId, 'custom');
    for (const account of [alice, bob, carol]) this.#balances.set(account, this.#opened.harness.balance(account));
  }

  live(): void {
    for (let left = 100; left > 0; left--) this.#act(this.#random.pickWeighted(weights));
    this.#must(alice, 'stopRollup', {});
    const last = this.#chain.at(-1);
    if (last !== undefined) last.nextCovers = last.covers;
    for (let left = 60; left > 0; left--) this.#pass(30);
    assert.ok(this.#chain.every(({ isFinal, isHonest }) => isFinal && isHonest));
  }

  #act(act: (typeof weights)[number][1]): void {
    const random = this.#random;
    const one = (batches: readonly Batch[]) => batches[random.below(Math.max(1, batches.length))];
    const batch = one(this.#all);
    if (act === 'deposit') this.#deposit(random.pick([bob, carol]), BigInt(1 + random.below(5_000)));
    else if (act === 'submit' || act === 'cheat') this.#submit(act === 'submit');
    else if (act === 'pass') this.#pass(random.pick([2, 10, 30, 58, 61, 101]));
    else if (act === 'challenge') this.#challenge(one(this.#chain.filter(({ isFinal }) => !isFinal)), carol);
    else if (act === 'decide') this.#decide(one(this.#chain.filter(({ challenge }) => challenge !== undefined)));
    else if (batch !== undefined) this.#pay(batch, random.below(Math.max(1, batch.leaves.length)));
  }

  #deposit(sender: Address, amount: bigint): void {
    const { depositIndex } = this.#must(sender, 'deposit', { amount, recipient: new Uint8Array(0) });
    this.#deposits.push({ sender, amount });
    assert.equal(depositIndex, BigInt(this.#deposits.length));
    this.#add(sender, -amount);
  }

  #submit(wishesHonest: boolean): void {
    const covers = this.#chain.at(-1)?.nextCovers ?? 0;
    assert.equal(this.#must(bob, 'nextDeposits', {}).count, BigInt(covers));
    const isHonest = wishesHonest && this.#chain.every((batch) => batch.isHonest);
    const leaves = isHonest ? this.#someWithdrawals(covers) : [leafOf(alice, BigInt(1 + this.#random.below(9_000)))];
    const index = this.#all.length + 1;
    const withdrawalsRoot = leaves.length > 0 ? withdrawalTree(leaves).root : zeroWord;
    const submitted = this.#opened.submit(rollupId, index, { withdrawalsRoot });
    assert.deepEqual(submitted, { outputs: { status: 'submitted' } });
    const state = { paid: new Set<number>(), due: this.#now + windowSeconds, isFinal: false, challenge: undefined };
    const batch = { index, isHonest, covers, nextCovers: this.#deposits.length, leaves, ...state };
    this.#chain.push(batch);
    this.#all.push(batch);
  }

  /** Depositors withdraw parts of what they have on the rollup. */
  #someWithdrawals(covers: number): Leaf[] {
    return [...this.#onRollup(covers)].flatMap(([recipient, held]) => {
      if (held === 0n || this.#random.chance(0.3)) return [];
      const part = 1n + BigInt(this.#random.below(Number(held)));
      return part < held && this.#random.chance(0.3)
        ? [leafOf(recipient, part), leafOf(recipient, held - part)]
        : [leafOf(recipient, part)];
    });
  }

  #onRollup(covers: number): ReadonlyMap<Address, bigint> {
    const held = new Map<Address, bigint>();
    const add = (account: Address, amount: bigint) => held.set(account, (held.get(account) ?? 0n) + amount);
    for (const { sender, amount } of this.#deposits.slice(0, covers)) add(sender, amount);
    for (const { recipient, amount } of this.#chain.flatMap(({ leaves }) => leaves)) add(recipient, -amount);
    return held;
  }

  #challenge(batch: Batch | undefined, by: Address): void {
    if (batch === undefined) return;
    const inputs = { batchIndex: BigInt(batch.index), proof: root(1) };
    const mayBe = batch.challenge === undefined && this.#now <= batch.due;
    assert.equal('outputs' in this.#call(by, 'challengeBatch', inputs), mayBe, `challenge of ${batch.index}`);
    if (!mayBe) return;
    batch.challenge = { by, at: this.#now };
    this.#add(by, -bond);
  }

  #decide(batch: Batch | undefined): void {
    if (batch?.challenge === undefined) return;
    const { by, at } = batch.challenge;
    this.#must(chief, 'resolveChallenge', { batchIndex: BigInt(batch.index), fraudUpheld: !batch.isHonest });
    batch.challenge = undefined;
    if (batch.isHonest) {
      batch.due += this.#now - at;
      return;
    }
    const slashed = this.#stake / 2n;
    this.#stake -= slashed;
    this.#add(by, bond + slashed / 4n);
    this.#chain = this.#chain.slice(0, this.#chain.indexOf(batch));
  }

  #pay(batch: Batch, at: number): void {
    const leaf = batch.leaves[at];
    if (leaf === undefined) return;
    const proof = withdrawalTree(batch.leaves).proof(at);
    const claim = { batchIndex: BigInt(batch.index), withdrawalIndex: BigInt(at), ...leaf, proof };
    const isDue = batch.isFinal && !batch.paid.has(at);
    assert.equal('outputs' in this.#call(carol, 'executeWithdrawal', claim), isDue, `leaf ${at} of ${batch.index}`);
    if (!isDue) return;
    batch.paid.add(at);
    this.#add(leaf.recipient, leaf.amount);
  }

  /** Ends the block; before, whatever cheats is challenged that could become final before the next. */
  #pass(seconds: number): void {
    for (const batch of this.#chain) {
      const isOpen = !batch.isHonest && batch.challenge === undefined;
      if (isOpen && (this.#now + seconds + windowSeconds > batch.due || this.#random.chance(0.3)))
        this.#challenge(batch, bob);
    }
    const now = this.#now;
    this.#opened.harness.nextBlock({ seconds });
    for (const batch of this.#chain) {
      if (batch.isFinal) continue;
      if (batch.challenge !== undefined || batch.due > now) break;
      batch.isFinal = true;
    }
    const isOver = ({ challenge }: Batch) => challenge !== undefined && challenge.at + decisionSeconds <= now;
    const first = this.#chain.findIndex(isOver);
    if (first >= 0) this.#chain = this.#chain.slice(0, first);
  }

  /** Everybody leaves: by withdrawals, refunds, and what the authority says is still owed. */
  leave(): void {
    for (const batch of this.#all) for (const at of batch.leaves.keys()) this.#pay(batch, at);
    const covered = this.#chain.at(-1)?.covers ?? 0;
    for (const [at, { sender, amount }] of this.#deposits.entries()) {
      const refunded = this.#call(carol, 'refundDeposit', { depositIndex: BigInt(at + 1) });
      assert.equal('outputs' in refunded, at >= covered, `refund of ${at + 1} where ${covered} are covered`);
      if (at >= covered) this.#add(sender, amount);
    }
    const owed = [...this.#onRollup(covered)].filter(([, amount]) => amount > 0n);
    const leaves = owed.map(([recipient, amount]) => leafOf(recipient, amount));
    if (leaves.length > 0) this.#must(chief, 'setExitRoot', { withdrawalsRoot: withdrawalTree(leaves).root });
    for (const [at, leaf] of leaves.entries()) {
      const proof = withdrawalTree(leaves).proof(at);
      this.#must(carol, 'executeWithdrawal', { batchIndex: 0n, withdrawalIndex: BigInt(at), ...leaf, proof });
      this.#add(leaf.recipient, leaf.amount);
    }
    for (const { challenge } of this.#all) if (challenge !== undefined) this.#add(challenge.by, bond); // undecided
    this.#add(alice, this.#stake);
    const { harness } = this.#opened;
    assert.equal(progresses.get(harness.state, rollupId)?.escrow ?? 0n, 0n);
    for (const [account, balance] of this.#balances) assert.equal(harness.balance(account), balance, account);
  }

  get #now(): number {
    return Number(this.#opened.harness.block.timestamp);
  }

  #add(account: Address, uqor: bigint): void {
    this.#balances.set(account, (this.#balances.get(account) ?? 0n) + uqor);
  }

  #call(caller: Address, name: string, inputs: AbiRecord) {
    return this.#opened.call(caller, name, { rollupId, ...inputs });
  }

  #must(caller: Address, name: string, inputs: AbiRecord) {
    const result = this.#call(caller, name, inputs);
    assert.ok('outputs' in result, `${name}: ${'rejection' in result ? result.rejection : ''}`);
    return result.outputs;
  }
}

const leafOf = (recipient: Address, amount: bigint): Leaf => ({ recipient, denom: 'uqor', amount });

test('depositors of a rollup whose sequencer cheats at random get back exactly what is theirs, and it gains nothing', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const rollup = new RandomRollup(seed);
    rollup.live();
    rollup.leave();
  }
});
