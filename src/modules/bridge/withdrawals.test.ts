import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  alice,
  assertHeld,
  bob,
  chief,
  fee,
  north,
  openBridge,
  rejected,
  south,
  west,
} from '../../testing/modules/bridge-harness.ts';
import { bridgeAddress } from '../addresses.ts';
import { balances, operationsByDueTime } from './records.ts';

test('a withdrawal: kept, released, destroyed; the fee is charged', () => {
  const { harness, depositAndAttest, withdraw, released, attest, balance, fees, operationOf, query } = openBridge();
  depositAndAttest({ txHash: '0x01', amount: 500n });
  assert.deepEqual(withdraw(300n), { outputs: { operationId: released(1, 300n).operationId } });
  assert.deepEqual(fees, [[alice, fee]]);
  assert.deepEqual([balance(alice), balance(bridgeAddress)], [200n, 300n]);
  assertHeld(harness);
  assert.deepEqual(attest(north, released(1, 300n, '0xaa')), { outputs: { status: 'pending' } });
  assert.deepEqual(
    attest(south, released(1, 300n, '0xbb')),
    { outputs: { status: 'pending' } },
    'not the same release',
  );
  assert.deepEqual(attest(south, released(1, 300n, '0xaa')), { outputs: { status: 'executed' } }, 'corrected');
  assert.deepEqual([balance(alice), balance(bridgeAddress)], [200n, 0n]);
  assert.equal(operationOf(released(1, 300n))?.source_tx_hash, '0xaa');
  assert.deepEqual(query('ethereum').locked, [{ asset: 'USDC', total_locked: '200', total_minted: '200' }]);
  assert.deepEqual(attest(west, released(1, 300n)), rejected('the operation has ended (14)'));
  withdraw(200n);
  for (const validator of [south, west]) attest(validator, released(2, 200n));
  assert.deepEqual([...balances.list(harness.state)], [], 'everything went home');
  assert.deepEqual(query('ethereum').locked, [{ asset: 'USDC', total_locked: '0', total_minted: '0' }]);
  assertHeld(harness);
});

test('an operation whose challenge nobody decides in time is cancelled', () => {
  const { harness, ok, call, deposit, depositAndAttest, withdraw, released, claimOf, attest, balance, operationOf } =
    openBridge({ large_transfer_threshold: '100', challenge_decision_secs: 600 });
  depositAndAttest({ txHash: '0x01', amount: 100n });
  depositAndAttest({ txHash: '0x02', amount: 100n });
  const large = { txHash: '0x03', amount: 300n };
  depositAndAttest(large);
  withdraw(150n);
  const [frozen, claimed] = [released(1, 150n), claimOf(large)];
  for (const { operationId } of [frozen, claimed]) ok(west, 'challengeOperation', { operationId, reason: 'odd' });
  harness.nextBlock({ seconds: 599 });
  harness.nextBlock({ seconds: 0 });
  assert.deepEqual([operationOf(frozen)?.status, operationOf(claimed)?.status], ['challenged', 'challenged']);
  assert.equal(balance(alice), 50n);
  harness.nextBlock();
  harness.nextBlock();
  for (const claim of [frozen, claimed]) {
    const { status, error } = operationOf(claim) ?? {};
    assert.deepEqual([status, error], ['failed', 'nobody decided its challenge in time']);
    const late = { operationId: claim.operationId, isValid: true, reason: 'late' };
    assert.deepEqual(call(chief, 'resolveChallenge', late), rejected('the operation is not challenged (33)'));
  }
  assert.deepEqual([balance(alice), balance(bridgeAddress)], [200n, 0n], 'the withdrawal is given back');
  assert.deepEqual(attest(north, frozen), rejected('the operation has ended (14)'));
  assert.ok('outputs' in deposit({ ...large, receiver: bob }), 'the transaction can be claimed again');
  withdraw(150n);
  const decided = released(2, 150n);
  ok(west, 'challengeOperation', { operationId: decided.operationId, reason: 'odd' });
  ok(chief, 'resolveChallenge', { operationId: decided.operationId, isValid: true, reason: 'looked' });
  harness.nextBlock({ seconds: 700 });
  harness.nextBlock();
  assert.equal(operationOf(decided)?.status, 'pending', 'a decision ends the time for it');
  assert.deepEqual([...operationsByDueTime.list(harness.state)], []);
  assertHeld(harness);
});

test('a withdrawal that cannot be released is refunded by the admin', () => {
  const { harness, ok, call, depositAndAttest, withdraw, released, attest, balance } = openBridge({
    large_transfer_threshold: '100',
  });
  depositAndAttest({ txHash: '0x01', amount: 100n });
  depositAndAttest({ txHash: '0x02', amount: 100n });
  withdraw(150n);
  const { operationId } = released(1, 150n);
  assert.match(JSON.stringify(attest(north, released(1, 150n))), /challenge period.*\(18\)/);
  harness.nextBlock({ seconds: 60 });
  assert.match(JSON.stringify(call(north, 'challengeOperation', { operationId, reason: '' })), /not open \(28\)/);
  ok(chief, 'challengeOperation', { operationId, reason: 'no such account there' });
  ok(chief, 'resolveChallenge', { operationId, isValid: true, reason: 'after all' });
  assert.deepEqual(attest(north, released(1, 150n)), { outputs: { status: 'pending' } });
  ok(chief, 'challengeOperation', { operationId, reason: 'no such account there' });
  ok(chief, 'resolveChallenge', { operationId, isValid: false, reason: 'given back' });
  assert.deepEqual([balance(alice), balance(bridgeAddress)], [200n, 0n]);
  assert.deepEqual(attest(south, released(1, 150n)), rejected('the operation has ended (14)'));
  assertHeld(harness);
});
