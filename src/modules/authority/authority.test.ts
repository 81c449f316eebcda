import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../kernel/module-account.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { fairblock } from '../fairblock/index.ts';
import { fairblockParams } from '../fairblock/params.ts';
import { createAuthority } from './index.ts';

const [chief, stranger] = [accountOf(0), accountOf(1)];
assert.ok(chief && stranger);
const authority = createAuthority({ modules: [fairblock] });

const harness = () => createModuleHarness([authority, fairblock], { authority: authority.defaultGenesis('dev') });

test('the authority changes the parameters it names and no others', () => {
  const { call, state, logs } = harness();
  const changes = '{"decryption_delay":7}';
  assert.deepEqual(call(authority, chief, 'setParams', { module: 'fairblock', changes }), { outputs: {} });
  assert.deepEqual(fairblockParams.get(state), { ...fairblockParams.defaults, decryption_delay: 7 });
  assert.equal(logs.length, 1);
});

test('rejected calls', () => {
  const { call, state } = harness();
  const rejection = (caller: typeof chief, module: string, changes: string) =>
    call(authority, caller, 'setParams', { module, changes });
  assert.deepEqual(rejection(stranger, 'fairblock', '{}'), {
    rejection: 'authority: only the authority may do this (2)',
  });
  assert.deepEqual(rejection(chief, 'bank', '{}'), {
    rejection: 'authority: no module of that name has parameters (3)',
  });
  for (const [changes, detail] of [
    ['[]', 'must be a JSON object'],
    ['{', 'must be a JSON object'],
    ['{"delay":1}', 'delay: is not known'],
    ['{"__proto__":{}}', '__proto__: is not known'],
    ['{"constructor":1}', 'constructor: is not known'],
    ['{"decryption_delay":-1}', 'decryption_delay: must be an integer from 0 to 2^53-1'],
    ['{"tibe_threshold":0}', 'tibe_threshold: must be from 1 to 1000 key shares'],
  ] as const) {
    assert.deepEqual(rejection(chief, 'fairblock', changes), {
      rejection: `authority: the parameters are wrong: ${detail} (4)`,
    });
  }
  assert.deepEqual(fairblockParams.get(state), fairblockParams.defaults);
});

test('the treasury pays what it has', () => {
  const { call, fund, balance } = harness();
  fund(treasury, 10n);
  const spend = (amount: bigint) => call(authority, chief, 'spendTreasury', { to: stranger, amount });
  assert.deepEqual(spend(11n), { rejection: 'authority: the treasury has less (5)' });
  assert.deepEqual(spend(4n), { outputs: {} });
  assert.equal(balance(stranger), 4n);
});

test('the authority can be transferred and ended', () => {
  const { call } = harness();
  call(authority, chief, 'moveAuthority', { to: stranger });
  assert.deepEqual(call(authority, chief, 'moveAuthority', { to: chief }), {
    rejection: 'authority: only the authority may do this (2)',
  });
  call(authority, stranger, 'moveAuthority', { to: zeroAddress });
  assert.deepEqual(call(authority, zeroAddress, 'moveAuthority', { to: chief }), {
    rejection: 'authority: only the authority may do this (2)',
  });
});
