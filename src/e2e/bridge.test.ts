import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../config/home.ts';
import { bridgeAddress } from '../modules/addresses.ts';
import { writeHome } from '../node/write-home.ts';
import {
  assertLocked,
  attestAll,
  attestArguments,
  balanceOf,
  claimFor,
  closeAndCount,
  connect,
  depositAndAttest,
  depositArguments,
  flags,
  foreign,
  later,
  openBridge,
  releaseOf,
  statusOf,
} from '../testing/modules/bridge-node.ts';
import { exportedGenesis } from '../testing/modules/exported-genesis.ts';
import { startTestNode } from '../testing/test-node.ts';

test('deposits by attestation up to the daily limit, over it, and on the next day', async (t) => {
  const fixture = await openBridge(t);
  assert.equal((await fixture.status()).status, 'active');
  assert.equal((await fixture.status('bitcoin')).status, 'pending');
  await assert.rejects(fixture.status('mars'), /Entity not found/);
  const late = claimFor(fixture, 3, '0x0f', 100n);
  await fixture.send(3, 'deposit', ...depositArguments(late));
  for (const [at, amount] of [300n, 300n, 300n, 100n].entries())
    assert.equal(await statusOf(fixture, await depositAndAttest(fixture, `0x0${at + 1}`, amount)), 'executed');
  await assertLocked(fixture, 1_000n);
  const more = depositArguments(claimFor(fixture, 3, '0x10', 1n));
  assert.match(
    (await fixture.reason(3, 'deposit', ...more)) ?? '',
    /^bridge: above what is left of the daily limit: 0 until .*\(10\)$/,
  );
  assert.equal(
    await fixture.reason(3, 'deposit', ...depositArguments(claimFor(fixture, 3, '0x10', 501n))),
    'bridge: above the limit of one transfer: at most 500 (9)',
  );
  await attestAll(fixture, late);
  assert.equal(await statusOf(fixture, late), 'failed');
  assert.equal((await fixture.status()).circuit_breaker.current_daily, '1000');
  await assertLocked(fixture, 1_000n, 1_100n);
  await later(fixture, 86_400);
  assert.equal(await statusOf(fixture, late), 'executed');
  assert.equal((await fixture.status()).circuit_breaker.current_daily, '100');
  await assertLocked(fixture, 1_100n);
  await closeAndCount(fixture);
});

test('a withdrawal, and a circuit breaker that trips and is reset', async (t) => {
  const fixture = await openBridge(t);
  await depositAndAttest(fixture, '0x01', 300n);
  const holder = fixture.walletAt(3).address;
  const receipt = await fixture.send(3, 'withdraw', 'ethereum', foreign, 'USDC', 120n);
  assert.equal(receipt?.logs.length, 3, 'the burned fee, the event of the token, and the withdrawal');
  assert.deepEqual([await balanceOf(fixture, holder), await balanceOf(fixture, bridgeAddress)], [180n, 120n]);
  await assertLocked(fixture, 300n);
  await attestAll(fixture, releaseOf(fixture, 1, 120n));
  assert.equal(await statusOf(fixture, releaseOf(fixture, 1, 120n)), 'executed');
  assert.deepEqual([await balanceOf(fixture, holder), await balanceOf(fixture, bridgeAddress)], [180n, 0n]);
  await assertLocked(fixture, 180n);

  await fixture.send(2, 'tripCircuitBreaker', 'ethereum', 'odd transfers');
  const { circuit_breaker } = await fixture.status();
  assert.deepEqual([circuit_breaker.paused, circuit_breaker.paused_reason], [true, 'odd transfers']);
  const rejection = 'bridge: the chain is paused: odd transfers (3)';
  assert.equal(await fixture.reason(3, 'withdraw', 'ethereum', foreign, 'USDC', 1n), rejection);
  assert.equal(await fixture.reason(3, 'deposit', ...depositArguments(claimFor(fixture, 3, '0x02', 1n))), rejection);
  assert.equal(
    await fixture.reason(2, 'resetCircuitBreaker', 'ethereum'),
    'bridge: only the admin of the bridge may do this (28)',
  );
  await fixture.send(0, 'resetCircuitBreaker', 'ethereum');
  assert.equal((await fixture.status()).circuit_breaker.paused, false);
  await depositAndAttest(fixture, '0x02', 20n);
  await assertLocked(fixture, 200n);
  await fixture.send(0, 'updateChainConfig', 'ethereum', '', 0, '', 'paused', '', '');
  assert.equal((await fixture.status()).status, 'paused');
  await closeAndCount(fixture);
});

test('the bridge continues after an export, open operations included', async (t) => {
  const fixture = await openBridge(t);
  await depositAndAttest(fixture, '0x01', 200n);
  const large = await depositAndAttest(fixture, '0x02', 400n);
  const open = claimFor(fixture, 3, '0x03', 50n);
  await fixture.send(3, 'deposit', ...depositArguments(open));
  await fixture.send(2, 'attest', ...attestArguments(2, open));
  await fixture.send(3, 'withdraw', 'ethereum', foreign, 'USDC', 30n);
  assert.equal(await statusOf(fixture, large), 'attested');
  await fixture.send(1, 'tripCircuitBreaker', 'ethereum', 'before the move');
  const genesis = await exportedGenesis(fixture.node.home);
  const before = await fixture.status();
  const home = mkdtempSync(join(tmpdir(), 'qord-bridge-'));
  writeHome(homePaths(home), genesis);
  const next = await connect(await startTestNode(t, { home, flags }));
  assert.deepEqual(await next.status(), before);
  for (const chain of [fixture, next]) {
    await chain.send(0, 'resetCircuitBreaker', 'ethereum');
    await chain.send(0, 'attest', ...attestArguments(0, open));
    assert.equal(await statusOf(chain, open), 'executed', 'with the attestation from before');
    await attestAll(chain, releaseOf(fixture, 1, 30n));
    assert.equal(await statusOf(chain, releaseOf(fixture, 1, 30n)), 'executed');
    await later(chain, 120);
    assert.equal(await statusOf(chain, large), 'executed');
    await assertLocked(chain, 620n);
    const again = depositArguments({ ...open, txHash: '0X0002' });
    assert.match((await chain.reason(4, 'deposit', ...again)) ?? '', /bridged or claimed already \(27\)$/);
    await closeAndCount(chain);
  }
});
