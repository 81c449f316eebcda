import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyReport } from '../../kernel/module.ts';
import { type Address, toBech32, toChecksum, zeroAddress } from '../../primitives/address.ts';
import {
  alice,
  assertHeld,
  bob,
  chief,
  type DepositRequest,
  keyOf,
  north,
  openBridge,
  openBridgeModule,
  rejected,
  south,
  usdc,
  west,
} from '../../testing/modules/bridge-harness.ts';
import { packedSignature } from '../../testing/modules/bridge-keys.ts';
import { executeDue } from './blocks.ts';
import { operationDelayedEvent } from './events.ts';
import { chains } from './records.ts';
import { tokenAddress } from './tokens.ts';

test('37 chains from genesis, all pending; the query returns each', () => {
  const { harness, query } = openBridgeModule();
  const all = [...chains.list(harness.state)];
  assert.equal(all.length, 37);
  assert.ok(all.every(([, { status }]) => status === 'pending'));
  assert.deepEqual(query('bitcoin'), {
    chain_id: 'bitcoin',
    name: 'Bitcoin',
    chain_type: 'bitcoin',
    status: 'pending',
    bridge_contract: undefined,
    min_confirmations: 6,
    supported_assets: ['BTC'],
    max_single_transfer: '500000000000',
    daily_limit: '5000000000000',
    architecture: undefined,
    ibc_channel_id: undefined,
    ibc_port_id: undefined,
    locked: [],
    tokens: [{ asset: 'BTC', token: toChecksum(tokenAddress({ chain: 'bitcoin', asset: 'BTC' })) }],
    asset_limits: undefined,
    circuit_breaker: undefined,
  });
  assert.deepEqual(
    [query('injective').architecture, query('injective').ibc_port_id, query('injective').bridge_contract],
    ['ibc_classic', 'transfer', undefined],
  );
  assert.equal(query('zksync_era').bridge_contract, zeroAddress);
  assert.throws(() => query('nowhere'), { kind: 'not-found' });
  assert.throws(() => query('x'.repeat(500)), { kind: 'not-found' });
  assert.throws(() => query(''), { kind: 'invalid-parameter' });
  assert.throws(() => query(1), { kind: 'invalid-parameter' });
  assert.throws(() => openBridgeModule({ enabled: false }).query('ethereum'), { kind: 'module-disabled' });
});

test('a deposit is minted at the threshold and shows in totals, balance and query', () => {
  const { harness, deposit, attest, claimOf, query, balance, operationOf, ok } = openBridge();
  const wish = { txHash: '0x01', amount: 500n };
  assert.deepEqual(deposit(wish), { outputs: { operationId: claimOf(wish).operationId } });
  assert.deepEqual(attest(north, claimOf(wish)), { outputs: { status: 'pending' } });
  assert.equal(balance(alice), 0n);
  assert.deepEqual(attest(south, claimOf(wish)), { outputs: { status: 'executed' } });
  assert.equal(balance(alice), 500n);
  assert.deepEqual(ok(bob, 'balanceOf', { ...usdc, account: alice }), { amount: 500n });
  assert.deepEqual(query('ethereum').locked, [{ asset: 'USDC', total_locked: '500', total_minted: '500' }]);
  assert.deepEqual(query('ethereum').circuit_breaker, {
    paused: false,
    paused_reason: undefined,
    current_daily: '500',
    daily_limit: '1000',
    max_single_transfer: '600',
    last_reset_height: 1,
  });
  const { receiver, sender, status, source_tx_hash } = operationOf(claimOf(wish)) ?? {};
  assert.deepEqual([receiver, sender, status, source_tx_hash], [toBech32(alice), alice, 'executed', '0x01']);
  assertHeld(harness);
});

test('deposits up to the daily limit, over it, and on the next day', () => {
  const { harness, depositAndAttest, deposit, attest, claimOf, operationOf, balance, query, call } = openBridge();
  const late = { txHash: '0x03', amount: 100n };
  deposit(late);
  assert.equal(depositAndAttest({ txHash: '0x01', amount: 600n }), 'executed');
  assert.equal(depositAndAttest({ txHash: '0x02', amount: 400n }), 'executed', 'exactly the limit');
  assert.deepEqual(
    deposit({ txHash: '0x04', amount: 1n }),
    rejected('above what is left of the daily limit: 0 until 2026-01-02T00:00:02Z (10)'),
  );
  assert.deepEqual(
    deposit({ txHash: '0x04', amount: 601n }),
    rejected('above the limit of one transfer: at most 600 (9)'),
  );
  attest(north, claimOf(late));
  assert.deepEqual(attest(west, claimOf(late)), { outputs: { status: 'failed' } });
  const id = { operationId: claimOf(late).operationId };
  assert.match(operationOf(claimOf(late))?.error ?? '', /^above what is left of the daily limit.*\(10\)$/);
  assert.deepEqual(
    call(bob, 'retryOperation', id),
    rejected('above what is left of the daily limit: 0 until 2026-01-02T00:00:02Z (10)'),
  );
  assert.equal(balance(alice), 1_000n);
  assert.ok(harness.logs.some(({ topics }) => topics[0] === operationDelayedEvent.topic));
  harness.nextBlock({ seconds: 86_400 });
  harness.nextBlock();
  assert.equal(operationOf(claimOf(late))?.status, 'executed');
  assert.equal(balance(alice), 1_100n);
  assert.equal((query('ethereum').circuit_breaker as { current_daily: string }).current_daily, '100');
  assertHeld(harness);
});

test('a failed deposit is retried three times, then only by the admin', () => {
  const { harness, ok, call, deposit, attest, claimOf, operationOf } = openBridge({ retry_interval_secs: 10 });
  const wish = { txHash: '0x01', amount: 500n };
  deposit(wish);
  ok(chief, 'setTransferLimits', { chain: 'ethereum', maxSingleTransfer: 400n, dailyLimit: 1_000n });
  attest(north, claimOf(wish));
  attest(south, claimOf(wish));
  for (let block = 0; block < 10; block++) harness.nextBlock({ seconds: 10 });
  const id = { operationId: claimOf(wish).operationId };
  assert.deepEqual([operationOf(claimOf(wish))?.retry_count, operationOf(claimOf(wish))?.due_at], [3, 0]);
  assert.deepEqual(
    call(alice, 'retryOperation', id),
    rejected('retried three times; only the admin may retry it now (22)'),
  );
  assert.deepEqual(call(chief, 'retryOperation', id), rejected('above the limit of one transfer: at most 400 (9)'));
  ok(chief, 'setTransferLimits', { chain: 'ethereum', maxSingleTransfer: 500n, dailyLimit: 1_000n });
  ok(chief, 'retryOperation', id);
  assert.equal(operationOf(claimOf(wish))?.status, 'executed');
  assert.deepEqual(call(chief, 'retryOperation', id), rejected('the operation has ended (14)'));
  assertHeld(harness);
});

test('a deposit carries signatures that validators made beforehand, also for another receiver', () => {
  const { harness, ok, call, depositInputs, claimOf, balance, deposit } = openBridge();
  const wish = { txHash: '0x01', amount: 5n, receiver: bob };
  const claim = claimOf(wish);
  const { receiver, ...facts } = { ...wish, ...usdc };
  assert.deepEqual(ok(west, 'depositId', { ...facts, receiver }), { operationId: claim.operationId });
  const packed = (validator: Address) => packedSignature(validator, keyOf(validator), claim);
  const depositAndAttest = (...validatorSigs: Uint8Array[]) =>
    call(alice, 'deposit', { ...depositInputs(wish), validatorSigs });
  assert.deepEqual(
    depositAndAttest(packed(north), packed(north)),
    rejected('the validator has attested this already (5)'),
  );
  assert.deepEqual(
    depositAndAttest(new Uint8Array(20)),
    rejected('the ML-DSA-87 signature is not that of the registered key (12)'),
  );
  const other = packedSignature(north, keyOf(north), { ...claim, amount: 6n });
  assert.deepEqual(depositAndAttest(other), rejected('the ML-DSA-87 signature is not that of the registered key (12)'));
  assert.match(JSON.stringify(depositAndAttest(packed(alice))), /not a bridge validator.*it is not registered \(7\)/);
  assert.ok('outputs' in depositAndAttest(packed(north)));
  assert.deepEqual(deposit(wish), rejected('the source transaction was bridged or claimed already (27)'));
  assert.deepEqual(depositAndAttest(packed(north)), rejected('the validator has attested this already (5)'));
  assert.ok('outputs' in depositAndAttest(packed(west)), 'more signatures may follow');
  assert.equal(balance(bob), 5n);
  assert.deepEqual(
    depositAndAttest(packed(south)),
    rejected('the source transaction was bridged or claimed already (27)'),
  );
  assertHeld(harness);
});

test('a source transaction is bridged once, in any spelling and by any claimant', () => {
  const { harness, deposit, attest, claimOf, balance, depositAndAttest } = openBridge();
  const wish = { txHash: '0x00ab', amount: 5n };
  const stolen = { ...wish, receiver: bob };
  assert.ok('outputs' in deposit(stolen, bob), 'a false claim does not keep the true one from coming');
  assert.ok('outputs' in deposit({ ...wish, txHash: '00AB' }));
  assert.equal(depositAndAttest(wish), 'executed');
  const taken = rejected('the source transaction was bridged or claimed already (27)');
  assert.deepEqual(attest(north, claimOf(stolen)), taken);
  assert.deepEqual(attest(north, claimOf({ ...wish, txHash: '00AB' })), taken);
  assert.deepEqual(deposit({ ...wish, txHash: 'AB', amount: 7n }), taken);
  assert.deepEqual([balance(alice), balance(bob)], [5n, 0n]);
  assertHeld(harness);
});

test('a large deposit waits for its challenge period', () => {
  const { harness, depositAndAttest, call, claimOf, operationOf, balance } = openBridge({
    large_transfer_threshold: '100',
  });
  const wish = { txHash: '0x01', amount: 101n };
  const id = { operationId: claimOf(wish).operationId };
  assert.equal(depositAndAttest(wish), 'attested');
  const waits = rejected('the operation waits for its challenge period or is challenged (18)');
  assert.deepEqual(call(alice, 'retryOperation', id), waits);
  harness.nextBlock({ seconds: 58 });
  harness.nextBlock();
  assert.equal(operationOf(claimOf(wish))?.status, 'attested');
  harness.nextBlock();
  harness.nextBlock();
  assert.equal(operationOf(claimOf(wish))?.status, 'executed');
  assert.equal(balance(alice), 101n);
  assertHeld(harness);
});

test('a challenge freezes a deposit; the admin resumes or cancels it', () => {
  const { harness, ok, call, depositAndAttest, claimOf, operationOf, balance, attest, deposit } = openBridge({
    large_transfer_threshold: '100',
  });
  const [good, bad] = [
    { txHash: '0x01', amount: 200n },
    { txHash: '0x02', amount: 300n },
  ];
  depositAndAttest(good);
  depositAndAttest(bad);
  const challenge = (wish: DepositRequest, caller: Address, reason = 'odd') =>
    call(caller, 'challengeOperation', { operationId: claimOf(wish).operationId, reason });
  const resolve = (wish: DepositRequest, isValid: boolean, caller = chief) =>
    call(caller, 'resolveChallenge', { operationId: claimOf(wish).operationId, isValid, reason: 'looked' });
  assert.match(JSON.stringify(challenge(good, alice)), /it is not registered \(7\)/);
  assert.match(JSON.stringify(challenge(good, north, 'x'.repeat(201))), /at most 200 bytes \(31\)/);
  assert.deepEqual(resolve(good, true), rejected('the operation is not challenged (33)'));
  assert.ok('outputs' in challenge(good, west));
  assert.ok('outputs' in challenge(bad, west));
  const frozen = rejected('the operation waits for its challenge period or is challenged (18)');
  assert.deepEqual(challenge(good, west), frozen);
  assert.deepEqual(attest(west, claimOf(good)), frozen);
  harness.nextBlock({ seconds: 100 });
  harness.nextBlock();
  assert.equal(operationOf(claimOf(good))?.status, 'challenged');
  assert.deepEqual(resolve(good, true, north), rejected('only the admin of the bridge may do this (28)'));
  assert.ok('outputs' in resolve(good, true));
  assert.ok('outputs' in resolve(bad, false));
  harness.nextBlock();
  assert.equal(operationOf(claimOf(good))?.status, 'executed');
  assert.deepEqual([operationOf(claimOf(bad))?.status, operationOf(claimOf(bad))?.error], ['failed', 'looked']);
  assert.equal(balance(alice), 200n);
  assert.deepEqual(challenge(bad, chief), rejected('the operation has ended (14)'));
  assert.deepEqual(deposit(bad), rejected('the source transaction was bridged or claimed already (27)'));
  assert.ok('outputs' in deposit({ ...bad, receiver: bob }), 'the true claim can follow');
  assert.deepEqual(ok(bob, 'operationOf', { operationId: claimOf(bad).operationId }), {
    status: 'failed',
    amount: 300n,
    reason: 'looked',
    hasEnded: true,
  });
  assertHeld(harness);
});

test('the hook of a block in which nothing is due looks at one row', () => {
  const { harness, depositAndAttest } = openBridge({ large_transfer_threshold: '1' });
  for (const txHash of ['0x01', '0x02', '0x03']) assert.equal(depositAndAttest({ txHash, amount: 2n }), 'attested');
  const looks: string[] = [];
  const { state: real, block } = harness;
  const state = Object.create(real, {
    entry: { value: () => looks.push('entry') },
    entries: {
      *value(...range: Parameters<typeof real.entries>) {
        for (const row of real.entries(...range)) {
          looks.push('row');
          yield row;
        }
      },
    },
  });
  const report = emptyReport(0);
  const none = () => assert.fail();
  const hook = executeDue({
    isAuthority: none,
    activePowerOf: none,
    activePower: none,
    isProtected: none,
    chargeFee: none,
  });
  hook({ state, block, report, emit: none, callEvm: none, settle: none, transactions: [] });
  assert.deepEqual(looks, ['row']);
});
