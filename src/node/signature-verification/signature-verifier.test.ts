import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { authoritiesOf } from '../../evm/transaction/authorize.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { authorizationsOf, type Transaction } from '../../kernel/transaction/transaction.ts';
import { ArrivingTransactions } from '../../mempool/arriving-transactions.ts';
import { InvalidSignatures } from '../../mempool/invalid-signatures.ts';
import { openMempool } from '../../mempool/open-mempool.ts';
import { mempoolOptions } from '../../mempool/options.ts';
import { Submission } from '../../mempool/submission.ts';
import { Faults } from '../../primitives/faults.ts';
import { Threads } from '../../primitives/threads.ts';
import { NoThreads } from '../../testing/chain/no-threads.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { hybridFrom, testPqcKey } from '../../testing/signing/hybrid.ts';
import { pqcRegistration } from '../../testing/signing/pqc-registration.ts';
import { signAuthorizing } from '../../testing/signing/sign-authorizing.ts';
import { until } from '../../testing/until.ts';
import { SignatureVerifier } from './signature-verifier.ts';

const owner = 3;
const [right, wrong] = [testPqcKey(1), testPqcKey(2)];
const verifier = new SignatureVerifier(new Threads(new Faults()), testMainThread());
after(() => verifier.close());

/** A pool on a chain where the owner has registered the right key. */
function openPool() {
  const { chain, mine } = openModuleChain(genesisWith({}));
  assert.equal(mine({ transactions: [pqcRegistration(owner, right)] }).receipts[0]?.status, 1);
  return openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
}

/** The transaction as the pool would add it. */
function verified(tx: Transaction, pool: ReturnType<typeof openPool>, by = verifier): Promise<Transaction> {
  const invalid = new InvalidSignatures(0, () => 0);
  const arriving = new ArrivingTransactions({ total: 2 ** 26, perClient: 2 ** 24 });
  const submission = new Submission({ mempool: pool, decode: async () => tx, checks: by, invalid, arriving });
  return submission.submitThrough(tx.raw, { network: '10.0.0.1', connection: {}, hasLeft: false }, (again) => again);
}

/** `invalid`, another code of the pool, or `valid` where the pool would add it. */
async function outcomeOf(...args: Parameters<typeof verified>): Promise<string> {
  try {
    await verified(...args);
    return 'valid';
  } catch (error) {
    assert.ok(error instanceof TransactionFaultError);
    return error.fault.code;
  }
}

test('many signatures are verified in a thread, each with its own result, which the pool keeps', async () => {
  const pool = openPool();
  const transactions = Array.from({ length: 30 }, (_, index) => {
    return hybridFrom(owner, index % 3 === 0 ? wrong : right, { nonce: 1n + BigInt(index), value: BigInt(index) });
  });
  const expected = transactions.map((_, index) => (index % 3 === 0 ? 'signature-invalid' : 'valid'));
  await until(async () => {
    await outcomeOf(hybridFrom(owner, right, { nonce: 1n }), pool);
    return verifier.isThreaded;
  }, 'a thread');
  assert.deepEqual(await Promise.all(transactions.map((tx) => outcomeOf(tx, pool))), expected);
  for (const [index, tx] of transactions.entries()) {
    if (expected[index] !== 'valid') assert.throws(() => pool.add(tx), /does not verify under the registered key/);
    else {
      const again = await verified(tx, pool);
      assert.equal(pool.pendingVerification(again), undefined, 'it is known');
      pool.add(again);
    }
  }
  assert.equal(pool.counts().queued, 20);
});

test('cheaper faults come first, and other transactions have nothing to verify', async () => {
  const pool = openPool();
  assert.equal(await outcomeOf(hybridFrom(owner, wrong, { nonce: 0n }), pool), 'nonce-too-low');
  assert.equal(await outcomeOf(hybridFrom(owner, wrong, { nonce: 1n, value: 10n ** 30n }), pool), 'insufficient-funds');
  assert.equal(await outcomeOf(hybridFrom(8, wrong, { nonce: 0n }), pool), 'signature-rejected');
  assert.equal(await outcomeOf(signFrom(1, { nonce: 99n }), pool), 'valid');
});

test('what the thread has not verified when it ends is verified here', async () => {
  let value = 100;
  const pool = openPool();
  const closing = new SignatureVerifier(new Threads(new Faults()), testMainThread());
  await until(async () => {
    await outcomeOf(hybridFrom(owner, right, { nonce: 1n, value: BigInt(value++) }), pool, closing);
    return closing.isThreaded;
  }, 'a thread');
  const results = [1n, 2n, 3n].map((nonce) =>
    outcomeOf(hybridFrom(owner, nonce === 2n ? wrong : right, { nonce }), pool, closing),
  );
  await closing.close();
  assert.deepEqual(await Promise.all(results), ['valid', 'signature-invalid', 'valid']);
  assert.equal(closing.isThreaded, false);
});

test('another thread recovers the signers of many authorizations, which pool and block then use', async () => {
  const pool = openPool();
  const signers = Array.from({ length: 1_000 }, (_, index) => index % 3);
  const large = signAuthorizing(4, { authorities: signers });
  assert.ok(pool.pendingAuthorities(large));
  const again = await verified(large, pool);
  assert.deepEqual(again, large);
  assert.equal(pool.pendingAuthorities(again), undefined, 'it is known');
  const expected = signers.map((signer) => accountOf(signer));
  assert.deepEqual(authoritiesOf(authorizationsOf(again), 9800n), expected);
  pool.add(again);
  const unpaid = signAuthorizing(4, { authorities: signers, nonce: 1n, value: 10n ** 30n });
  assert.equal(await outcomeOf(unpaid, pool), 'insufficient-funds', 'cheaper faults come first');
  assert.ok(
    pool.pendingAuthorities(signAuthorizing(4, { authorities: signers, nonce: 1n })),
    'nobody has recovered them',
  );
});

test('when the system gives no thread, the main thread does the work, and the faults are counted', async () => {
  const faults = new Faults();
  const alone = new SignatureVerifier(new NoThreads(faults), testMainThread());
  const pool = openPool();
  const large = signAuthorizing(4, { authorities: Array.from({ length: 20 }, (_, index) => index % 3) });
  assert.equal(pool.pendingAuthorities(await verified(large, pool, alone)), undefined, 'it is known');
  const outcomes = Array.from({ length: 20 }, (_, index) =>
    outcomeOf(hybridFrom(owner, index === 7 ? wrong : right, { nonce: 1n + BigInt(index) }), pool, alone),
  );
  const expected = outcomes.map((_, index) => (index === 7 ? 'signature-invalid' : 'valid'));
  assert.deepEqual(await Promise.all(outcomes), expected);
  assert.deepEqual([...faults.counts], [['thread authorizations', 1]], 'none is tried again at once');
});
