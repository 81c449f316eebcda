import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Authorization, Wallet } from 'ethers';
import { decodeReport } from '../../chain/proposer-report-codec.ts';
import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { openApplication } from '../../testing/network/comet-application.ts';
import {
  accepted,
  blockOf,
  nothing,
  proposalOf,
  rejected,
  seconds,
  transactionsIn,
  validator,
} from '../../testing/network/comet-proposals.ts';
import { accountOf, privateKeyOf, signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';
import { type Clock, systemClock } from '../building/clock.ts';
import { maxEntries } from './abci/types.ts';
import { renderCometGenesis } from './genesis-file.ts';
import { encodeReportTransaction } from './report-transaction.ts';

/** A clock whose timers never end, and how many milliseconds each was to take. */
function endlessClock(): { readonly clock: Clock; readonly timers: readonly number[] } {
  const timers: number[] = [];
  const after = (milliseconds: number) => {
    timers.push(milliseconds);
    return () => {};
  };
  return { clock: { ...systemClock, after }, timers };
}

/** Sent by account 3: spends nonce 0 of account 1, which has authorized code for its account (EIP-7702). */
async function delegationOf() {
  const [sender, authorizer] = [3, 1].map((account) => new Wallet(toHex(privateKeyOf(account))));
  const authorization = await authorizer?.authorize({ address: accountOf(5), nonce: 0, chainId: 9800 });
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n ** 12n };
  const fields = { type: 4, chainId: 9800, nonce: 0, to: accountOf(5), gasLimit: 100_000, ...fees };
  return decodeTransaction(
    fromHex((await sender?.signTransaction({ ...fields, authorizationList: [authorization as Authorization] })) as Hex),
  );
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

test('a proposal of a round that is over, which is still executed, is in the way of no decided block', async () => {
  const { application, chain } = openApplication();
  const [other, decided] = [signFrom(1).raw, signFrom(2).raw];
  const voted = application.processProposal(blockOf([nothing, other]));
  const { appHash } = await application.finalizeBlock(blockOf([nothing, decided]));
  await application.commit({});
  const { hash, number } = chain.reader.head();
  assert.equal(toHex(appHash ?? new Uint8Array(0)), hash);
  assert.deepEqual(
    chain.reader.block(number)?.transactions.map(({ raw }) => toHex(raw)),
    [toHex(decided)],
  );
  assert.deepEqual(await voted, { status: accepted });
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

test('a block with more entries or bytes than any may have is rejected before its entries are read', async () => {
  const { application, chain, rejections } = openApplication();
  const { gasLimit, maxBlockBytes } = chain.rules.parameters;
  const most = Number(gasLimit / 21_000n);
  const garbage = (count: number, length = 1) => [
    nothing,
    ...Array.from({ length: count }, () => new Uint8Array(length).fill(3)),
  ];
  const longest = maxBlockBytes / 32;
  for (const [entries, reason] of [
    [garbage(most - 1), /^transaction 0/],
    [garbage(most), /^transaction 0/],
    [garbage(most + 1), /^too many transactions; the limit is 4761$/],
    [garbage(maxEntries), /^too many transactions/],
    [garbage(32, longest), /^transaction 0/],
    [[...garbage(31, longest), ...garbage(1, longest - 1).slice(1), Uint8Array.of(3)], /^transaction 0/],
    [[...garbage(32, longest), Uint8Array.of(3)], /^4194305 bytes of transactions; the limit is 4194304$/],
    [garbage(1, longest + 1), /^entry 1 has more than 131072 bytes$/],
  ] as const) {
    assert.deepEqual(await application.processProposal(blockOf(entries)), { status: rejected });
    assert.match(rejections.at(-1)?.replace('block 1: ', '') ?? '', reason);
  }
  await assert.rejects(async () => application.finalizeBlock(blockOf(garbage(most + 1))), /too many transactions/);
});

test('an error in the gossip of a transaction ends nothing: it is made again from the pool', async (t) => {
  const { application, mempool, faults } = openApplication();
  const { add } = Set.prototype;
  t.mock.method(Set.prototype, 'add', function (this: Set<unknown>, item: unknown) {
    if (item === broken.hash && !isBroken) {
      isBroken = true;
      throw new Error('injected');
    }
    return add.call(this, item);
  });
  let isBroken = false;
  const broken = signFrom(1);
  mempool.add(broken);
  t.mock.restoreAll();
  assert.ok(isBroken);
  assert.deepEqual([...faults], [['transaction gossip', 1]]);
  assert.deepEqual(transactionsIn((await application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs), [toHex(broken.raw)]);
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
  const { clock, timers } = endlessClock();
  const { application, mempool, chain } = openApplication({ blockTimeFactor: 31, clock });
  const commit = async (height: number, txs: readonly Uint8Array[] = []) => {
    await application.finalizeBlock(blockOf([nothing, ...txs], height));
    return application.commit({});
  };
  let isOver = false;
  const first = commit(1).then(() => {
    isOver = true;
  });
  await until(() => timers.length > 0, 'the delay after the block');
  assert.deepEqual([chain.reader.head().number, isOver], [1, false]);
  const transaction = signFrom(1);
  mempool.add(transaction);
  await first;
  await commit(2, [transaction.raw]);
  assert.equal(chain.reader.head().number, 2);
  assert.deepEqual(timers, [60_000], 'one delay, of thirty times the usual interval');
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
  const { clock, timers } = endlessClock();
  const { application, mempool } = openApplication({ emptyBlockDelayMs: 60_000, clock });
  const proposal = Promise.resolve(application.prepareProposal(proposalOf()));
  await until(() => timers.length > 0, 'the wait of the proposal');
  mempool.add(signFrom(1));
  assert.equal((await proposal).txs?.length, 2);
  const short = openApplication({ emptyBlockDelayMs: 30 });
  assert.equal((await short.application.prepareProposal(proposalOf())).txs?.length, 1);
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

test('CometBFT begins a chain at its initial height', async () => {
  const { chain } = openModuleChain({ ...genesisWith({}), initialHeight: 50 });
  const { application } = openApplication({ chain });
  assert.equal(JSON.parse(renderCometGenesis(chain)).initial_height, '50');
  const { chain_id: chainId } = JSON.parse(renderCometGenesis(chain));
  const info = async () => (await application.info({ version: '', blockVersion: 0, abciVersion: '' })).lastBlockHeight;
  assert.equal(await info(), 0, 'nothing was decided yet');
  const request = { time: undefined, consensusParams: undefined, validators: [], initialHeight: 50, chainId };
  const begun = await application.initChain(request);
  assert.equal(toHex(begun.appHash ?? new Uint8Array(0)), chain.reader.head().hash);
  await application.finalizeBlock(blockOf([nothing], 50));
  await application.commit({});
  assert.deepEqual([chain.reader.head().number, await info()], [50, 50]);
  assert.throws(() => application.initChain(request), /begins the chain again, which is at block 50/);
});

test('what a proposal cannot execute stays in the pool until that block is committed, and previews remove nothing', async () => {
  const { application, chain, mempool, proposer } = openApplication();
  const [delegation, spent] = [await delegationOf(), signFrom(1)];
  for (const transaction of [delegation, spent]) mempool.add(transaction);
  const { proposal, candidates, deadline, long } = proposer.preview({ elapsed: () => 0 }, 50);
  const { executed } = runToEnd(chain.next.buildInSteps(proposal, candidates, deadline, long));
  assert.deepEqual(executed.block.transactions, [delegation]);
  assert.deepEqual(mempool.counts(), { pending: 2, queued: 0 });
  const first = await application.prepareProposal(proposalOf());
  assert.equal(first.txs?.length, 2, 'the report and the delegation');
  await application.finalizeBlock(blockOf([nothing]));
  await application.commit({});
  assert.deepEqual(mempool.counts(), { pending: 2, queued: 0 }, 'another block was decided');
  const second = await application.prepareProposal(proposalOf(2));
  await application.finalizeBlock(blockOf(second.txs ?? [], 2));
  await application.commit({});
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 0 });
});
