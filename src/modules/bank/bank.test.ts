import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase58, toBech32, toChecksum } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { bankAddress } from '../addresses.ts';
import { bank } from './index.ts';

const [alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob);
const memo = '';

function fundedHarness() {
  const harness = createModuleHarness([bank]);
  harness.fund(alice ?? bankAddress, 100n);
  return harness;
}

test('the three spellings reach the same account', () => {
  const harness = fundedHarness();
  for (const to of [toChecksum(bob), bob, toBech32(bob), toBase58(bob)]) {
    assert.deepEqual(harness.call(bank, alice, 'send', { to, amount: 3n, memo }), { outputs: {} });
  }
  assert.equal(harness.balance(bob), 12n);
  assert.equal(harness.balance(alice), 88n);
  assert.equal(harness.logs.length, 4);
});

test('amounts finer than a uqor travel as value', () => {
  const harness = fundedHarness();
  harness.state.transfer(alice, bankAddress, 7n);
  harness.call(bank, alice, 'sendValue', { to: toBech32(bob) }, { value: 7n });
  assert.deepEqual(harness.call(bank, alice, 'balanceOf', { account: bob }), {
    outputs: { amount: 0n, lamports: 0n, exact: 7n },
  });
});

test('rejected calls', () => {
  const harness = fundedHarness();
  const rejection = (to: string, amount: bigint, text = memo) =>
    harness.call(bank, alice, 'send', { to, amount, memo: text });
  assert.deepEqual(rejection('nobody', 1n), { rejection: 'bank: the recipient is no native account (2)' });
  assert.deepEqual(rejection('11111111111111111111111111111112', 1n), {
    rejection: 'bank: the recipient is no native account (2)',
  });
  assert.deepEqual(rejection(bob, 101n), { rejection: 'bank: the balance does not suffice (3)' });
  assert.deepEqual(rejection(bob, 2n ** 255n), { rejection: 'bank: the balance does not suffice (3)' });
  assert.deepEqual(rejection(bob, 1n, 'x'.repeat(257)), { rejection: 'bank: the memo is longer than 256 bytes (4)' });
  assert.equal(harness.balance(alice), 100n);
});
