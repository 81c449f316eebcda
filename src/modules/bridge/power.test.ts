import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../../primitives/address.ts';
import {
  alice,
  assertHeld,
  chief,
  north,
  openBridge,
  rejected,
  south,
  usdc,
  west,
} from '../../testing/modules/bridge-harness.ts';
import { bridgeKey, signClaim } from '../../testing/modules/bridge-keys.ts';

const wish = { txHash: '0x01', amount: 101n };

test('two thirds of the bonded power must attest, not only enough heads', () => {
  const { harness, deposit, attest, claimOf, withdraw, released, operationOf, balance } = openBridge({}, undefined, [
    99n,
    101n,
    100n,
  ]);
  deposit(wish);
  attest(north, claimOf(wish));
  assert.deepEqual(attest(west, claimOf(wish)), { outputs: { status: 'pending' } }, '199 of 300');
  assert.deepEqual(attest(south, claimOf(wish)), { outputs: { status: 'executed' } }, '300 of 300');
  withdraw(100n);
  attest(north, released(1, 100n));
  assert.deepEqual(attest(south, released(1, 100n)), { outputs: { status: 'executed' } }, 'exactly 200 of 300');
  assert.equal(operationOf(released(1, 100n))?.source_tx_hash, '0xaa');
  assert.equal(balance(alice), 1n);
  assertHeld(harness);
});

test('validators with the same key are one head: whoever registers the key of another can repeat its signature', () => {
  const { harness, deposit, attest, claimOf, ok, operationOf } = openBridge({}, undefined, [99n, 101n, 100n]);
  ok(south, 'registerValidator', { pqcPubkey: bridgeKey(0).publicKey, supportedChains: ['ethereum'] });
  deposit(wish);
  attest(north, claimOf(wish));
  const repeated = { pqcSignature: signClaim(bridgeKey(0), claimOf(wish)) };
  assert.deepEqual(attest(south, claimOf(wish), repeated), { outputs: { status: 'pending' } }, '200 of 300, one head');
  assert.deepEqual(attest(west, claimOf(wish)), { outputs: { status: 'executed' } }, 'two heads');
  assert.equal(operationOf(claimOf(wish))?.status, 'executed');
  assertHeld(harness);
});

test('who leaves the active set loses its weight, and what then suffices can be executed', () => {
  const left = new Set<Address>();
  const { harness, deposit, attest, claimOf, call, operationOf, balance } = openBridge(
    {},
    (account) => !left.has(account),
    [40n, 40n, 200n],
  );
  const id = { operationId: claimOf(wish).operationId };
  deposit(wish);
  attest(north, claimOf(wish));
  assert.deepEqual(attest(south, claimOf(wish)), { outputs: { status: 'pending' } }, '80 of 280');
  const early = rejected('the attestation does not fit the operation: it is not attested yet (4)');
  assert.deepEqual(call(alice, 'retryOperation', id), early);
  left.add(north);
  assert.deepEqual(call(alice, 'retryOperation', id), early);
  left.clear();
  left.add(west);
  assert.deepEqual(call(alice, 'retryOperation', id), { outputs: {} }, '80 of 80');
  assert.equal(operationOf(claimOf(wish))?.status, 'executed');
  assert.equal(balance(alice), 101n);
  assertHeld(harness);
});

test('a large deposit is counted again when its challenge period is over', () => {
  const { harness, depositAndAttest, attest, claimOf, ok, call, operationOf, balance, query } = openBridge({
    large_transfer_threshold: '100',
  });
  const locked = () => query('ethereum').locked;
  assert.equal(depositAndAttest(wish), 'attested');
  assert.deepEqual(locked(), [{ asset: 'USDC', total_locked: '101', total_minted: '0' }], 'the imbalance shows');
  assertHeld(harness);
  ok(chief, 'setValidatorStatus', { validator: south, active: false });
  harness.nextBlock({ seconds: 70 });
  harness.nextBlock();
  const { status, error } = operationOf(claimOf(wish)) ?? {};
  const reason = 'the attestation does not fit the operation: too few of its attestations still count (4)';
  assert.deepEqual([status, error, balance(alice)], ['pending', reason, 0n]);
  assert.deepEqual(locked(), [{ asset: 'USDC', total_locked: '0', total_minted: '0' }]);
  assert.deepEqual(attest(west, claimOf(wish)), { outputs: { status: 'attested' } });
  const again = call(alice, 'retryOperation', { operationId: claimOf(wish).operationId });
  assert.deepEqual(again, rejected('the operation waits for its challenge period or is challenged (18)'));
  harness.nextBlock({ seconds: 70 });
  harness.nextBlock();
  assert.equal(balance(alice), 101n);
  assert.deepEqual(locked(), [{ asset: 'USDC', total_locked: '101', total_minted: '101' }]);
  assertHeld(harness);
});

test('a withdrawal whose attestations suffice later is completed by anybody', () => {
  const left = new Set<Address>();
  const { depositAndAttest, withdraw, attest, released, call, operationOf, harness } = openBridge(
    {},
    (account) => !left.has(account),
    [40n, 40n, 40n],
  );
  depositAndAttest(wish);
  withdraw(50n);
  const id = { operationId: released(1, 50n).operationId };
  attest(north, released(1, 50n));
  attest(south, released(1, 50n, '0xbb'));
  const early = rejected('the attestation does not fit the operation: it is not attested yet (4)');
  assert.deepEqual(call(alice, 'retryOperation', id), early, 'each names another transaction');
  left.add(south);
  left.add(west);
  assert.deepEqual(call(alice, 'retryOperation', id), early, 'all power, but one head');
  left.clear();
  attest(west, released(1, 50n));
  assert.equal(operationOf(released(1, 50n))?.status, 'executed');
  assert.deepEqual(call(alice, 'retryOperation', id), rejected('the operation has ended (14)'));
  assertHeld(harness);
});

test('an asset has limits beside those of its chain', () => {
  const { harness, ok, call, depositAndAttest, deposit, withdraw, query } = openBridge();
  const set = (maxSingleTransfer: bigint, dailyLimit: bigint, changes: object = {}, by = chief) =>
    call(by, 'setAssetLimits', { ...usdc, maxSingleTransfer, dailyLimit, ...changes });
  assert.deepEqual(set(1n, 1n, {}, north), rejected('only the admin of the bridge may do this (28)'));
  assert.deepEqual(set(1n, 1n, { chain: 'mars' }), rejected('the chain is not supported or not open (2)'));
  assert.deepEqual(set(1n, 1n, { asset: 'DOGE' }), rejected('the chain does not bridge this asset (16)'));
  assert.deepEqual(set(0n, 1n), rejected('the amount must be above zero (15)'));
  assert.match(JSON.stringify(set(2n, 1n)), /\(31\)/);
  assert.equal(depositAndAttest({ txHash: '0x01', amount: 100n }), 'executed');
  assert.equal(query('ethereum').asset_limits, undefined);
  assert.ok('outputs' in set(200n, 250n));
  const left = () => ok(alice, 'assetLimitsOf', usdc);
  assert.deepEqual(left(), { isSet: true, maxSingleTransfer: 200n, dailyLimit: 250n, dailyLeft: 250n });
  assert.equal(ok(alice, 'assetLimitsOf', { ...usdc, asset: 'ETH' }).isSet, false);
  assert.deepEqual(
    deposit({ txHash: '0x02', amount: 201n }),
    rejected('above the limit of one transfer: at most 200 of USDC (9)'),
  );
  assert.equal(depositAndAttest({ txHash: '0x02', amount: 200n }), 'executed');
  const over = rejected('above what is left of the daily limit: 50 of USDC until 2026-01-02T00:00:02Z (10)');
  assert.deepEqual(withdraw(51n), over);
  assert.ok('outputs' in withdraw(50n));
  assert.deepEqual(left(), { isSet: true, maxSingleTransfer: 200n, dailyLimit: 250n, dailyLeft: 0n });
  assert.deepEqual(query('ethereum').asset_limits, [
    { asset: 'USDC', max_single_transfer: '200', daily_limit: '250', current_daily: '250' },
  ]);
  harness.nextBlock({ seconds: 86_400 });
  harness.nextBlock();
  assert.equal(left().dailyLeft, 250n, 'a new day');
  assert.ok('outputs' in set(0n, 0n), 'taken away');
  assert.equal(left().isSet, false);
  assert.equal(depositAndAttest({ txHash: '0x03', amount: 600n }), 'executed', 'the limits of the chain remain');
  assertHeld(harness);
});

test('the breaker trips on what is attempted of one asset', () => {
  const { ok, attest, deposit, claimOf, operationOf, query, harness } = openBridge({ anomaly_volume_multiple: 2 });
  const wishes = ['0x01', '0x02', '0x03'].map((txHash) => ({ txHash, amount: 100n }));
  for (const request of wishes) deposit(request);
  ok(chief, 'setAssetLimits', { ...usdc, maxSingleTransfer: 100n, dailyLimit: 100n });
  for (const request of wishes) for (const by of [north, south]) attest(by, claimOf(request));
  const statuses = wishes.map((request) => operationOf(claimOf(request))?.status);
  assert.deepEqual(statuses, ['executed', 'failed', 'attested'], 'on the daily limit, and on the breaker');
  const { paused_reason } = query('ethereum').circuit_breaker as { paused_reason: string };
  assert.equal(paused_reason, 'more than 2 times the daily limit of USDC');
  assertHeld(harness);
});
