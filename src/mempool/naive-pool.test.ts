import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { delegateOf } from '../evm/delegation.ts';
import { emptyReport } from '../kernel/module.ts';
import { feeCap, type Transaction, tipCap } from '../kernel/transaction/transaction.ts';
import { zeroAddress } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { emptyAccount } from '../state/account.ts';
import { floor, qor, transfer } from '../testing/chain/mempool-harness.ts';
import { anyTime } from '../testing/chain/threaded-chain.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf } from '../testing/sign-from.ts';
import { signAuthorizing } from '../testing/signing/sign-authorizing.ts';
import { dropReasons } from './drop-reasons.ts';
import { openMempool } from './open-mempool.ts';
import { mempoolOptions } from './options.ts';

const senders = [0, 1, 2, 3];
const limits = { 'max-transactions': 24, 'max-queued-per-account': 3 };

const sender = fc.nat(3);
const sending = fc.record({
  sender,
  /** from the account's nonce */
  ahead: fc.integer({ min: -1, max: 5 }),
  tip: fc.integer({ min: 1, max: 9 }),
  /** thousandths of a QOR */
  value: fc.constantFrom(0, 1, 300, 600),
  kind: fc.constantFrom('transfer', 'transfer', 'creation', 'authorizing'),
  authorities: fc.uniqueArray(sender, { minLength: 1, maxLength: 3 }),
});
type Sending = typeof sending extends fc.Arbitrary<infer Value> ? Value : never;
const action = fc.oneof(
  { arbitrary: fc.record({ add: sending }), weight: 24 },
  { arbitrary: fc.record({ mine: fc.array(sending, { maxLength: 3 }), taken: fc.nat(4) }), weight: 9 },
  { arbitrary: fc.record({ remove: fc.nat(20) }), weight: 3 },
  { arbitrary: fc.record({ rewind: fc.integer({ min: 1, max: 3 }) }), weight: 3 },
  {
    arbitrary: fc.record({ amend: sender, nonce: fc.nat(8), balance: fc.constantFrom(0n, qor / 100n, qor) }),
    weight: 3,
  },
  { arbitrary: fc.record({ code: sender }), weight: 1 },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** A chain with a pool, and what a pool must be that follows from nothing but the state and what was added. */
class World {
  readonly #chain = createMemoryChain((state) => {
    for (const each of senders) state.mint(accountOf(each), qor);
  });
  readonly #pool = openMempool(this.#chain.chain, mempoolOptions.parse(limits), {
    feeLimitWei: 0n,
    allowsUnprotected: false,
  });
  /** what is in the pool, by hash, in the order of arrival */
  #waiting = new Map<string, Transaction>();
  readonly #heard = new Set<string>();

  constructor() {
    this.#pool.onPending({ kind: 'critical', name: 'test' }, ({ hash }) => this.#heard.add(hash));
  }

  play(act: Action): void {
    const before = this.#nonces();
    let entered: Transaction | undefined;
    if ('add' in act) entered = this.#add(this.#sign(act.add));
    else if ('mine' in act) this.#mine(act.mine, act.taken);
    else if ('remove' in act) this.#remove(act.remove);
    else if ('rewind' in act) this.#chain.chain.rewind(Math.max(0, this.#chain.reader.head().number - act.rewind));
    else if ('amend' in act) this.#amend(act.amend, { nonce: BigInt(act.nonce), balance: act.balance });
    else this.#amend(act.code, { codeHash: undefined });
    this.#checkLeft(entered, before);
    this.#check();
  }

  /** What is left when all has left: nobody is limited by what is gone. */
  end(): void {
    this.#pool.clear();
    this.#waiting.clear();
    this.#check();
    for (const each of senders) {
      this.#amend(each, { balance: qor, codeHash: emptyCodeHash });
      const first = this.#nonceOf(accountOf(each));
      for (const ahead of [0n, 1n, 2n]) this.#pool.add(transfer(each, { nonce: first + ahead }));
    }
    assert.deepEqual(this.#pool.counts(), { pending: 12, queued: 0 });
  }

  #state() {
    return this.#chain.chain.headState();
  }

  #nonces(): ReadonlyMap<string, bigint> {
    return new Map(senders.map((each) => [accountOf(each), this.#nonceOf(accountOf(each))]));
  }

  #nonceOf(address: Transaction['sender']): bigint {
    return this.#state().account(address)?.nonce ?? 0n;
  }

  #sign({ sender, ahead, tip, value, kind, authorities }: Sending): Transaction {
    const nonce = BigInt(Math.max(0, Number(this.#nonceOf(accountOf(sender))) + ahead));
    const wei = (BigInt(value) * qor) / 1000n;
    if (kind === 'authorizing') {
      const authorizationNonce = this.#nonceOf(accountOf(authorities[0] ?? 0));
      return signAuthorizing(sender, { authorities, nonce, authorizationNonce, value: wei });
    }
    const gasLimit = kind === 'creation' ? 60_000n : 21_000n;
    const fields = { nonce, value: wei, tip: BigInt(tip) * 10n ** 9n, gasLimit };
    return transfer(sender, kind === 'creation' ? { ...fields, to: undefined } : fields);
  }

  #add(tx: Transaction): Transaction | undefined {
    try {
      this.#pool.add(tx);
    } catch {
      return undefined; // what it refuses is tested elsewhere
    }
    this.#waiting.set(tx.hash, tx);
    return tx;
  }

  #remove(index: number): void {
    const tx = [...this.#waiting.values()][index];
    if (tx !== undefined) this.#pool.remove(tx.hash);
  }

  /** A block of others' transactions, and of some that wait. */
  #mine(others: readonly Sending[], taken: number): void {
    const { next, reader } = this.#chain.chain;
    const pooled = [...this.#pool.candidates(next.baseFee())].slice(0, taken);
    const report = emptyReport((reader.head().timestamp + 2) * 1000);
    const foreign = others.map((each) => this.#sign({ ...each, ahead: Math.max(0, each.ahead) % 2 }));
    const { executed } = next.build({ miner: zeroAddress, report }, [...foreign, ...pooled], anyTime);
    this.#chain.chain.commit(executed);
  }

  #amend(
    each: number,
    change: { nonce?: bigint; balance?: bigint; codeHash?: typeof emptyCodeHash | undefined },
  ): void {
    this.#chain.chain.amend((state) => {
      const address = accountOf(each);
      const codeHash = 'codeHash' in change ? (change.codeHash ?? state.addCode(Uint8Array.of(0))) : undefined;
      const account = state.account(address) ?? emptyAccount;
      const { nonce = account.nonce, balance = account.balance } = change;
      if (balance > account.balance) state.mint(address, balance - account.balance);
      else state.burn(address, account.balance - balance);
      state.setAccount(address, { nonce, balance, codeHash: codeHash ?? account.codeHash });
    });
  }

  /** What has left is in the chain, or the pool says why, and it is true. */
  #checkLeft(entered: Transaction | undefined, before: ReadonlyMap<string, bigint>): void {
    for (const [hash, tx] of this.#waiting) {
      if (this.#pool.get(tx.hash) !== undefined) continue;
      this.#waiting.delete(hash);
      if (this.#chain.reader.locate(tx.hash) !== undefined) continue;
      const reason = this.#pool.dropReason(tx.hash);
      const account = this.#state().account(tx.sender) ?? emptyAccount;
      const fell = account.nonce < (before.get(tx.sender) ?? 0n);
      const reasons: Record<string, boolean> = {
        [dropReasons.outrun]: account.nonce > tx.nonce,
        [dropReasons.unpayable]: account.balance < costOf(tx),
        [dropReasons.behindGap]: fell,
        [dropReasons.requested]: true,
        [dropReasons.evicted]: entered !== undefined && tipCap(tx) <= tipCap(entered) && entered.sender !== tx.sender,
        [`replaced by ${entered?.hash}`]: entered?.sender === tx.sender && entered.nonce === tx.nonce,
      };
      if (reason !== undefined && reason in reasons) assert.ok(reasons[reason], reason);
      else assert.match(reason ?? 'no reason', /contract|code|nonce|funds|delegat|too many|account|limit/);
    }
  }

  #check(): void {
    const [pending, queued]: [Transaction[], Transaction[]] = [[], []];
    for (const address of senders.map(accountOf).sort()) {
      const { nonce, balance, codeHash } = this.#state().account(address) ?? emptyAccount;
      const own = [...this.#waiting.values()].filter((tx) => tx.sender === address);
      own.sort((left, right) => Number(left.nonce - right.nonce));
      let next = nonce;
      for (const tx of own) {
        assert.ok(tx.nonce >= nonce, 'its nonce has passed');
        assert.ok(costOf(tx) <= balance, 'its sender cannot pay it');
        if (tx.nonce === next) next++;
        (tx.nonce < next ? pending : queued).push(tx);
      }
      assert.equal(this.#pool.nextNonce(address), next);
      const sends = codeHash === emptyCodeHash || delegateOf(this.#state().code(codeHash)) !== undefined;
      assert.ok(sends || own.length === 0, 'a contract sends nothing');
    }
    const all = [...pending, ...queued];
    assert.deepEqual(this.#pool.content(), { pending, queued });
    assert.deepEqual(this.#pool.counts(), { pending: pending.length, queued: queued.length });
    assert.equal(
      this.#pool.byteSize(),
      all.reduce((sum, { raw }) => sum + raw.length, 0),
    );
    assert.deepEqual([...this.#pool.candidates(floor)], this.#inOrder(pending));
    assert.ok(
      pending.every(({ hash }) => this.#heard.has(hash)),
      'what is pending was announced',
    );
    assert.ok(all.length <= limits['max-transactions']);
  }

  /** Again and again the best of those whose nonce is next. */
  #inOrder(pending: readonly Transaction[]): readonly Transaction[] {
    const arrival = [...this.#waiting.keys()];
    const left = new Set(pending);
    const ordered: Transaction[] = [];
    while (left.size > 0) {
      const heads = [...left].filter(
        (tx) => ![...left].some((other) => other.sender === tx.sender && other.nonce < tx.nonce),
      );
      heads.sort(
        (one, other) => Number(tipCap(other) - tipCap(one)) || arrival.indexOf(one.hash) - arrival.indexOf(other.hash),
      );
      const [best] = heads;
      assert.ok(best !== undefined);
      left.delete(best);
      ordered.push(best);
    }
    return ordered;
  }
}

function costOf(tx: Transaction): bigint {
  return tx.gasLimit * feeCap(tx) + tx.value;
}

test('a pool is what a naive one would be after any blocks, rewinds and changes of accounts', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 60 }), (actions) => {
      const world = new World();
      for (const each of actions) world.play(each);
      world.end();
    }),
    { numRuns: 25 },
  );
});
