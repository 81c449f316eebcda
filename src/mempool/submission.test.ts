import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { verifyMlDsa } from '@qord/curves/ml-dsa';
import { authoritiesOf } from '../evm/transaction/authorize.ts';
import { decodeTransaction } from '../kernel/transaction/codec.ts';
import { authorizationsOf, type Transaction } from '../kernel/transaction/transaction.ts';
import { DroppedError, type Owner } from '../scheduling/owner.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { collectGarbage } from '../testing/process/heap.ts';
import { signFrom } from '../testing/sign-from.ts';
import { hybridFrom, testPqcKey } from '../testing/signing/hybrid.ts';
import { pqcRegistration } from '../testing/signing/pqc-registration.ts';
import { signAuthorizing } from '../testing/signing/sign-authorizing.ts';
import { until } from '../testing/until.ts';
import { ArrivingTransactions, arrivalOverheadBytes } from './arriving-transactions.ts';
import type { AuthoritiesRequest } from './delegations.ts';
import { InvalidSignatures } from './invalid-signatures.ts';
import { openMempool } from './open-mempool.ts';
import { mempoolOptions } from './options.ts';
import { Submission } from './submission.ts';

const owner = 3;
const [right, wrong] = [testPqcKey(1), testPqcKey(2)];
const client = clientAt('10.0.0.1');
const tooMany = /too many hybrid transactions with invalid signatures: at most 2 a minute/;

function clientAt(network: string): Owner {
  return { network, connection: {}, hasLeft: false };
}

/** A pool on a chain where the owner has registered the right key, and the verifications that it has asked for. */
function open(limit = 2, arriving = new ArrivingTransactions({ total: 2 ** 26, perClient: 2 ** 24 })) {
  const { chain, mine } = openModuleChain(genesisWith({}));
  assert.equal(mine({ transactions: [pqcRegistration(owner, right)] }).receipts[0]?.status, 1);
  const mempool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const clock = { now: 0 };
  const verified: string[] = [];
  const submission = new Submission({
    mempool,
    decode: async (raw) => decodeTransaction(raw),
    checks: {
      verify: async ({ scheme, publicKey, signature, message }, { network }) => {
        verified.push(network);
        await new Promise((resolve) => setImmediate(resolve)); // others are served meanwhile
        return verifyMlDsa(scheme, publicKey, signature, message);
      },
      recoverAuthorities: async () => assert.fail('there are none'),
    },
    invalid: new InvalidSignatures(limit, () => clock.now),
    arriving,
  });
  const hybrid = (nonce: bigint, key = right, value = 1n) => hybridFrom(owner, key, { nonce, value }).raw;
  return { mine, mempool, submission, clock, verified, hybrid };
}

test('a signature is verified once, and none of what has a cheaper fault', async () => {
  const { mempool, submission, verified, hybrid } = open();
  const hash = await submission.submit(hybrid(1n), client);
  assert.ok(mempool.get(hash));
  await assert.rejects(submission.submit(hybrid(0n), client), /nonce too low/);
  await assert.rejects(submission.submit(hybrid(2n, right, 10n ** 40n), client), /insufficient funds/);
  await submission.submit(signFrom(1).raw, client);
  assert.deepEqual(verified, ['10.0.0.1']);
  await submission.accept(hybrid(2n), () => undefined);
  assert.deepEqual(verified, ['10.0.0.1', 'peers']);
  assert.deepEqual(mempool.counts(), { pending: 3, queued: 0 });
});

test('cheap checks are repeated after the verification: the state may have changed meanwhile', async () => {
  const { mine, mempool, submission, hybrid } = open();
  const late = submission.submit(hybrid(1n, right, 1n), client);
  await Promise.resolve();
  mine({ transactions: [hybridFrom(owner, right, { nonce: 1n, value: 2n })] });
  await assert.rejects(late, /nonce too low/);
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 0 });
});

test('invalid signatures of one client are counted: one less than the limit, as many, one more', async () => {
  const { submission, clock, verified, hybrid } = open();
  const invalid = (value: bigint, by = client) => submission.submit(hybrid(1n, wrong, value), by);
  await assert.rejects(invalid(1n), /does not verify/);
  await assert.rejects(invalid(2n), /does not verify/);
  await assert.rejects(invalid(3n), tooMany);
  assert.equal(verified.length, 2);
  await submission.submit(signFrom(1).raw, client); // other transactions of the client
  await assert.rejects(invalid(3n, clientAt('10.0.0.2')), /does not verify/);
  clock.now = 60_001;
  await assert.rejects(invalid(4n), /does not verify/);
});

test('a batch is pooled together; its invalid signatures are counted one after the other', async () => {
  const { mempool, submission, verified, hybrid } = open();
  let pooledWith = 0;
  mempool.onPending({ kind: 'client', name: 'test' }, () => {
    pooledWith ||= verified.length;
  });
  const raws = [
    hybrid(1n),
    ...[1n, 2n, 3n].map((value) => hybrid(2n, wrong, value)),
    signFrom(1).raw,
    Uint8Array.of(1),
  ];
  const outcomes = await submission.submitAll(raws, client);
  assert.deepEqual(
    outcomes.map((each) => (each.status === 'fulfilled' ? 'pooled' : String(each.reason).replace(/:.*/s, ''))),
    ['pooled', 'TransactionFaultError', 'TransactionFaultError', 'MempoolError', 'pooled', 'TransactionDecodeError'],
  );
  assert.equal(pooledWith, 3, 'after the last verification');
});

test('nothing is verified for a client that has left, alone or in a batch; what needs no slow check is pooled', async () => {
  const { mempool, submission, verified, hybrid } = open();
  const left: Owner = { ...client, hasLeft: true };
  await assert.rejects(submission.submit(hybrid(1n), left), new DroppedError('left'));
  const outcomes = await submission.submitAll([hybrid(1n), signFrom(1).raw, hybrid(2n)], left);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected'],
  );
  assert.deepEqual(verified, []);
  assert.equal(mempool.counts().pending, 1);
});

test('what is longer than any transaction is rejected before it is decoded', async () => {
  const { submission } = open();
  await assert.rejects(submission.submit(new Uint8Array(131_073), client), /oversized data/);
  await assert.rejects(submission.submit(new Uint8Array(131_072), client), { name: 'TransactionDecodeError' });
});

test('what waits to be decoded and verified is counted until it is decided, in a batch until all of it is', async () => {
  const perClient = 2 * (signFrom(1).raw.length + arrivalOverheadBytes);
  const arriving = new ArrivingTransactions({ total: 2 ** 26, perClient });
  const { mempool, submission, hybrid } = open(2, arriving);
  const three = [1, 2, 4].map((account) => signFrom(account).raw);
  const outcomes = await submission.submitAll(three, client);
  assert.deepEqual(
    outcomes.map((each) => (each.status === 'fulfilled' ? 'pooled' : String(each.reason).replace(/ bytes.*/s, ''))),
    ['pooled', 'pooled', `MempoolError: too many transactions of one client wait to be checked: at most ${perClient}`],
  );
  await Promise.all(three.slice(2).map((raw) => submission.submit(raw, client)));
  await assert.rejects(submission.submit(hybrid(1n), client), /max-arriving-bytes-per-client/);
  await assert.rejects(submission.submit(Uint8Array.of(1), client), { name: 'TransactionDecodeError' });
  assert.equal(arriving.bytes, 0);
  assert.equal(mempool.counts().pending, 3);
});

test('of a transaction that waits for a slow check only the bytes are kept, also in a batch', async () => {
  const decoded: WeakRef<Transaction>[] = [];
  const checked: (() => void)[] = [];
  const { chain } = openModuleChain(genesisWith({}));
  const mempool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const recoverAuthorities = async ({ raw, chainId }: AuthoritiesRequest) => {
    await new Promise<void>((resolve) => checked.push(resolve));
    return authoritiesOf(authorizationsOf(decodeTransaction(raw)), chainId);
  };
  const submission = new Submission({
    mempool,
    decode: async (raw) => {
      const transaction = decodeTransaction(raw);
      decoded.push(new WeakRef(transaction));
      return transaction;
    },
    checks: { verify: async () => assert.fail('there is no signature'), recoverAuthorities },
    invalid: new InvalidSignatures(0, () => 0),
    arriving: new ArrivingTransactions({ total: 2 ** 26, perClient: 2 ** 24 }),
  });
  const authorities = Array<number>(20).fill(6);
  const sign = (nonce: bigint) => signAuthorizing(4, { authorities, nonce, authorizationNonce: 1_000n }).raw;
  const alone = submission.submit(sign(0n), client);
  const long = signFrom(1, { data: new Uint8Array(10_000), gasLimit: 1_000_000n }).raw;
  const batch = submission.submitAll([sign(1n), sign(2n), long], client);
  const peer = submission.accept(sign(3n), () => undefined);
  await until(() => decoded.length === 5, 'all are decoded');
  await nextTurn();
  collectGarbage();
  assert.deepEqual(
    decoded.map((each) => each.deref()?.type),
    Array(5).fill(undefined),
  );
  await until(
    async () => {
      for (const check of checked.splice(0)) check();
      return mempool.counts().pending === 5;
    },
    'all are pooled',
    20_000,
  );
  const hashes = (await batch).map((each) => each.status === 'fulfilled' && each.value);
  assert.deepEqual([await alone, await peer, ...hashes].filter((hash) => hash !== undefined).length, 4);
});
