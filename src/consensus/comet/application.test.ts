import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeReport } from '../../chain/proposer-report-codec.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { openApplication } from '../../testing/comet-application.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { systemClock } from '../building/clock.ts';
import { encodeReportTransaction } from './report-transaction.ts';
import { bundle, unbundle } from './transaction-bundle.ts';
import { insertCodes } from './transaction-gossip.ts';

const validator = Buffer.alloc(20, 0xa1);
const seconds = 2_000_000_000;
const nothing = encodeReportTransaction({ waitingTransactions: 0, waitingBytes: 0 });
const [accepted, rejected] = [1, 2];

/** A block as CometBFT sends it. */
function blockOf(txs: readonly Uint8Array[], height = 1, flag = 2) {
  const votes = [{ validator: { address: validator, power: 1 }, blockIdFlag: flag }];
  const time = { seconds: seconds + height, nanos: 7_999_999 };
  const lastCommit = { round: 0, votes: height === 1 ? [] : votes };
  return { txs, lastCommit, misbehaviour: [], hash: validator, height, time, proposerAddress: validator };
}

function proposalOf(height = 1) {
  const { lastCommit, txs: _txs, hash: _hash, ...rest } = blockOf([], height);
  return { ...rest, txs: [], localLastCommit: lastCommit, maxTxBytes: 4_000_000 };
}

/** The transactions of what peers are sent. */
function transactionsIn(entries: readonly Uint8Array[] = []) {
  return entries.flatMap(transactionsOf).map(toHex);
}

function transactionsOf(entry: Uint8Array) {
  const transactions = unbundle(entry);
  assert.ok(!('code' in transactions));
  return transactions;
}

test('a proposal becomes a block: prepared, processed, finalized, committed', async () => {
  const { application, chain, mempool, operator } = openApplication();
  const transaction = signFrom(1);
  mempool.add(transaction);
  const { txs = [] } = await application.prepareProposal(proposalOf());
  assert.deepEqual(txs.map(toHex), [
    toHex(encodeReportTransaction({ waitingTransactions: 1, waitingBytes: transaction.raw.length })),
    toHex(transaction.raw),
  ]);
  assert.deepEqual(await application.processProposal(blockOf(txs)), { status: accepted });
  const { appHash, txResults } = await application.finalizeBlock(blockOf(txs));
  assert.deepEqual(txResults, [{}, { code: 0, gasWanted: 21_000, gasUsed: 21_000 }]);
  assert.equal(chain.reader.head().number, 0, 'nothing is visible before the commit');
  await application.commit({});
  const head = chain.reader.head();
  assert.equal(toHex(appHash ?? new Uint8Array(0)), head.hash);
  assert.equal(head.miner, operator);
  assert.equal(head.timestamp, seconds + 1);
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 0 });
  assert.deepEqual(application.info({ version: '', blockVersion: 0, abciVersion: '' }), {
    ...{ data: 'qord', version: '0', appVersion: 1, lastBlockHeight: 1 },
    lastBlockAppHash: fromHex(head.hash),
  });
});

test('the header has the time to the millisecond, the votes and the misbehaviour', async () => {
  const { application, chain } = openApplication();
  await application.finalizeBlock(blockOf([nothing]));
  await application.commit({});
  const time = { seconds: seconds + 1, nanos: 0 };
  const offender = { address: Buffer.alloc(20, 0xb2), power: 30 };
  const evidence = { type: 1, validator: offender, height: 1, time, totalVotingPower: 100 };
  for (const [height, flag] of [
    [2, 2],
    [3, 1],
    [4, 3],
  ] as const) {
    await application.finalizeBlock({ ...blockOf([nothing], height, flag), misbehaviour: [evidence] });
    await application.commit({});
    const report = decodeReport(chain.reader.head());
    assert.equal(report.time, (seconds + height) * 1000 + 7);
    assert.deepEqual(report.votes, [{ validator: toHex(validator), signed: flag === 2 }]);
    const found = { validator: toHex(offender.address), height: 1, time: (seconds + 1) * 1000, power: 30 };
    assert.deepEqual(report.misbehaviour, [{ kind: 'duplicate-vote', ...found }]);
  }
});

test('a block that goes back in time has the time of its parent', async () => {
  const { application, chain } = openApplication();
  await application.finalizeBlock(blockOf([nothing]));
  await application.commit({});
  await application.finalizeBlock({ ...blockOf([nothing], 2), time: { seconds: 1, nanos: 0 } });
  await application.commit({});
  assert.equal(chain.reader.head().timestamp, seconds + 1);
});

test('proposals that break a rule are rejected, and change nothing', async () => {
  const { application, chain, rejections } = openApplication();
  const { raw } = signFrom(1);
  const cases: readonly (readonly [readonly Uint8Array[], RegExp])[] = [
    [[], /first entry is no report/],
    [[raw], /first entry is no report/],
    [[fromHex('0x000001')], /first entry is no report/],
    [[fromHex('0x00010080')], /first entry is no report/],
    [[fromHex('0x0001800000')], /first entry is no report/],
    [[fromHex(`0x0001${'80'.repeat(40)}01`)], /first entry is no report/],
    [[nothing, nothing], /a second report/],
    [[nothing, raw, raw], /transaction 1 .*nonce too low/],
    [[nothing, signFrom(1, { nonce: 1n }).raw], /transaction 0 .*nonce too high/],
    [[nothing, signFrom(1, { cap: 10n ** 10n, tip: 1n }).raw], /transaction 0 .*base fee/],
    [[nothing, signFrom(1, { gasLimit: 200_000_000n }).raw], /gas limit/],
    [[nothing, raw.subarray(0, -1)], /transaction 0/],
    [[nothing, fromHex('0x03c0')], /transaction 0/],
  ];
  for (const [txs, reason] of cases) {
    assert.deepEqual(await application.processProposal(blockOf(txs)), { status: rejected }, String(reason));
    assert.match(rejections.at(-1) ?? '', reason);
  }
  const large = Array.from({ length: 40 }, (_, index) =>
    signFrom(2, { nonce: BigInt(index), data: new Uint8Array(110_000), gasLimit: 2_000_000n }),
  );
  const entries = [nothing, ...large.map((transaction) => transaction.raw)];
  assert.deepEqual(await application.processProposal(blockOf(entries)), { status: rejected });
  assert.match(rejections.at(-1) ?? '', /the limit is 4194304/);
  assert.deepEqual(await application.processProposal(blockOf([nothing, raw])), { status: accepted });
  assert.equal(chain.reader.head().number, 0);
});

test('a decided block that was never proposed here is executed; one of another height stops the node', async () => {
  const { application, chain } = openApplication();
  await application.finalizeBlock(blockOf([nothing, signFrom(1).raw]));
  await application.commit({});
  assert.equal(chain.reader.head().transactionCount, 1);
  await assert.rejects(async () => application.finalizeBlock(blockOf([nothing], 3)), /at block 3, this chain at 2/);
  await assert.rejects(async () => application.commit({}), /has not finalized/);
});

test('two rounds of one height: the decided one is committed', async () => {
  const { application, chain } = openApplication();
  const [first, second] = [signFrom(1).raw, signFrom(2).raw];
  await application.processProposal(blockOf([nothing, first]));
  await application.processProposal(blockOf([nothing, second]));
  await application.finalizeBlock(blockOf([nothing, first]));
  await application.commit({});
  assert.equal(toHex(chain.reader.block(1)?.transactions[0]?.raw ?? new Uint8Array(0)), toHex(first));
});

test('a transaction of the pool is not decoded again for a block, and its verified signature is not verified again', async () => {
  const { application, mempool, decoded } = openApplication();
  const [pooled, unknown] = [signFrom(1), signFrom(2)];
  mempool.add(pooled);
  const block = blockOf([nothing, pooled.raw.slice(), unknown.raw]);
  await application.processProposal(block);
  await application.finalizeBlock(block);
  assert.deepEqual(decoded, [unknown.hash], 'only the other one, and once');
  await application.commit({});
});

test('when the target of PRISM is a longer block time, empty blocks are delayed, full ones are not', async () => {
  const { application, mempool, chain } = openApplication({ blockTimeFactor: 31 }); // 60 s more
  const commit = async (height: number, txs: readonly Uint8Array[] = []) => {
    await application.finalizeBlock(blockOf([nothing, ...txs], height));
    return application.commit({});
  };
  let isOver = false;
  const first = commit(1).then(() => {
    isOver = true;
  });
  while (chain.reader.head().number === 0) await sleep(1);
  await sleep(50);
  assert.equal(isOver, false);
  const transaction = signFrom(1);
  mempool.add(transaction);
  await first;
  await commit(2, [transaction.raw]);
  assert.equal(chain.reader.head().number, 2);
});

test('the wait for the next height ends with the node, and nobody waits at the usual block time or to catch up', async () => {
  const stopped = openApplication({ blockTimeFactor: 31 });
  await stopped.application.finalizeBlock(blockOf([nothing]));
  const committed = stopped.application.commit({});
  stopped.stop();
  await committed;
  const usual = openApplication();
  await usual.application.finalizeBlock(blockOf([nothing]));
  await usual.application.commit({});
  const now = () => (seconds + 100) * 1_000;
  const late = openApplication({ blockTimeFactor: 31, clock: { ...systemClock, now } });
  await late.application.finalizeBlock(blockOf([nothing]));
  await late.application.commit({});
  assert.equal(late.chain.reader.head().number, 1);
});

test('an empty proposal waits for a transaction, for a while', async () => {
  const { application, mempool } = openApplication({ emptyBlockDelay: 60_000 });
  const proposal = Promise.resolve(application.prepareProposal(proposalOf()));
  await sleep(50);
  mempool.add(signFrom(1));
  assert.equal((await proposal).txs?.length, 2);
  const short = openApplication({ emptyBlockDelay: 30 });
  assert.equal((await short.application.prepareProposal(proposalOf())).txs?.length, 1);
});

test('transactions of peers are accepted at once and forwarded once they can be executed', async () => {
  const { application, mempool } = openApplication({ maxTransactions: 3 });
  const insert = async (tx: Uint8Array) => (await application.insertTx({ tx })).code;
  const reap = async () => transactionsIn((await application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs);
  const [first, second, third] = [0n, 1n, 2n].map((nonce) => signFrom(1, { nonce }));
  assert.ok(first && second && third);
  assert.equal(await insert(second.raw), insertCodes.accepted);
  await sleep(10);
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 1 });
  assert.deepEqual(await reap(), [], 'it waits behind a gap');
  mempool.add(first);
  assert.deepEqual(await reap(), [toHex(first.raw), toHex(second.raw)]);
  assert.deepEqual(await reap(), []);
  assert.equal(await insert(first.raw), insertCodes.accepted, 'known already');
  assert.equal(await insert(third.raw), insertCodes.accepted);
  await sleep(10);
  assert.equal(await insert(signFrom(2).raw), insertCodes.busy, 'the pool is full: the peer may try again');
  for (const bad of [
    '0x',
    '0x00',
    '0x0002',
    '0x000201',
    '0x00020102',
    '0x000201010201',
    '0x00020101020000',
    toHex(nothing),
    `0x02${'00'.repeat(131_072)}`,
  ] as const) {
    assert.equal(await insert(fromHex(bad)), insertCodes.rejected);
  }
  assert.equal((await application.checkTx({ tx: first.raw })).code, insertCodes.rejected);
});

test('many transactions are sent in one entry, which cannot be an entry of a block', async () => {
  const [from, to] = [openApplication({ maxTransactions: 2_000 }), openApplication({ maxTransactions: 2_000 })];
  for (let nonce = 0n; nonce < 50n; nonce++)
    for (let account = 0; account < 4; account++) from.mempool.add(signFrom(account, { nonce }));
  const { txs = [] } = await from.application.reapTxs({ maxBytes: 0, maxGas: 0 });
  assert.equal(txs.length, 1);
  const [entry = nothing] = txs;
  assert.deepEqual(await to.application.insertTx({ tx: entry }), { code: insertCodes.accepted });
  const { raw } = signFrom(0);
  const block = blockOf([nothing, raw]);
  assert.deepEqual(await to.application.processProposal(block), { status: accepted }, 'while they are being decoded');
  assert.deepEqual(to.mempool.counts(), { pending: 200, queued: 0 });
  assert.deepEqual(await to.application.processProposal(blockOf([nothing, entry])), { status: rejected });
});

test('a bundle of a peer is forwarded unchanged when all its transactions are new and executable, otherwise only those that are', async () => {
  const bundleOf = (transactions: readonly { raw: Uint8Array }[]) => {
    const [entry = nothing] = bundle(transactions.map(({ raw }) => raw));
    return entry;
  };
  const nonces = (account: number, list: readonly bigint[]) => list.map((nonce) => signFrom(account, { nonce }));
  const to = openApplication();
  const insert = async (tx: Uint8Array) => {
    assert.deepEqual(await to.application.insertTx({ tx }), { code: insertCodes.accepted });
    await sleep(10);
  };
  const reap = async () => (await to.application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs ?? [];
  const whole = bundleOf(nonces(1, [0n, 1n, 2n]));
  await insert(whole);
  assert.deepEqual((await reap()).map(toHex), [toHex(whole)]);
  await insert(whole);
  assert.deepEqual(await reap(), [], 'known');
  const partlyKnown = bundleOf(nonces(1, [2n, 3n, 4n]));
  await insert(partlyKnown);
  assert.deepEqual(
    transactionsIn(await reap()),
    nonces(1, [3n, 4n]).map(({ raw }) => toHex(raw)),
  );
  const withGap = bundleOf(nonces(2, [0n, 1n, 3n]));
  await insert(withGap);
  assert.deepEqual(
    transactionsIn(await reap()),
    nonces(2, [0n, 1n]).map(({ raw }) => toHex(raw)),
  );
  await insert(bundleOf([signFrom(2, { nonce: 2n }), signFrom(3, { nonce: 0n, value: 10n ** 40n })]));
  const filled = nonces(2, [2n, 3n]).map(({ raw }) => toHex(raw));
  assert.deepEqual(transactionsIn(await reap()).sort(), filled.sort(), 'not what nobody can pay');
});

test('a bundle of another version is rejected, and reported once', async () => {
  const { application, otherVersions } = openApplication();
  const [entry = nothing] = bundle([signFrom(1).raw, signFrom(2).raw]);
  for (const version of [0, 2, 2, 255]) {
    const other = entry.slice();
    other[2] = version;
    assert.deepEqual(await application.insertTx({ tx: other }), { code: insertCodes.rejected });
  }
  assert.deepEqual(otherVersions, [0, 2, 255]);
  assert.deepEqual(await application.insertTx({ tx: entry }), { code: insertCodes.accepted });
});

test('entries have a maximum size and number of transactions', () => {
  const small = Array.from({ length: 2_500 }, (_, index) => Uint8Array.of(2, index / 256, index % 256));
  assert.deepEqual(
    bundle(small).map((entry) => transactionsOf(entry).length),
    [1_024, 1_024, 452],
  );
  const large = Array.from({ length: 3 }, (_, index) => new Uint8Array(65_529).fill(index + 1));
  const entries = bundle(large);
  assert.deepEqual(
    entries.map((entry) => entry.length),
    [131_071, 65_529],
  );
  assert.deepEqual(transactionsIn(entries), large.map(toHex));
  const [tooMany = nothing] = bundle(small.slice(0, 1_024));
  assert.deepEqual(unbundle(Buffer.concat([tooMany, Uint8Array.of(1, 2)])), { code: 'malformed' });
});

test('transactions submitted here are sent again until they are in a block; those of peers are not', async () => {
  let now = 0;
  const clock = { now: () => 0, elapsed: () => now, after: () => () => {} };
  const { application, mempool } = openApplication({ clock });
  const reap = async () => transactionsIn((await application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs);
  const [own, ofPeer] = [signFrom(1), signFrom(2)];
  mempool.add(own);
  await application.insertTx({ tx: ofPeer.raw });
  await sleep(10);
  assert.deepEqual((await reap()).sort(), [toHex(own.raw), toHex(ofPeer.raw)].sort());
  now += 9_999;
  assert.deepEqual(await reap(), []);
  now += 1;
  const peer = openApplication();
  const entries: Uint8Array[] = [own.raw];
  for (const wait of [0, 10_000]) {
    now += wait;
    const { txs = [] } = await application.reapTxs({ maxBytes: 0, maxGas: 0 });
    assert.deepEqual(transactionsIn(txs), [toHex(own.raw)]);
    entries.push(...txs);
  }
  assert.equal(new Set(entries.map(toHex)).size, 3, 'CometBFT passes each entry to an application once');
  for (const tx of entries) {
    assert.deepEqual(await peer.application.insertTx({ tx }), { code: insertCodes.accepted });
    await sleep(10);
    assert.notEqual(peer.mempool.get(own.hash), undefined);
    peer.mempool.remove(own.hash); // as when a proposal left it out
  }
  mempool.remove(own.hash);
  now += 10_000;
  assert.deepEqual(await reap(), []);
});

test('the chain is initialised with the validators and parameters of its genesis, and only once', async () => {
  const { application, chain } = openApplication();
  const chainId = `qor-9800-${chain.reader.identity.genesisHash.slice(2, 10)}`;
  const request = { time: undefined, consensusParams: undefined, validators: [], initialHeight: 1 };
  const begun = await application.initChain({ ...request, chainId });
  assert.equal(toHex(begun.appHash ?? new Uint8Array(0)), chain.reader.head().hash);
  assert.deepEqual(begun.validators, [{ pubKey: { ed25519: new Uint8Array(32) }, power: 1 }]);
  assert.equal(begun.consensusParams?.evidence?.maxAgeDuration?.seconds, 600);
  assert.throws(() => application.initChain({ ...request, chainId: 'other' }), /runs the chain other, this node qor-/);
});
