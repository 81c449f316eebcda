import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroHash } from '../../primitives/hash.ts';
import { address } from '../../testing/evm/harness.ts';
import { type GasCostInput, gasCost } from './gas-cost.ts';

const to = address(0xc0de);
const cost = (fields: Partial<GasCostInput>, fork: 'cancun' | 'osaka' = 'osaka') =>
  gasCost({ to, data: new Uint8Array(0), accessList: [], authorizations: [], ...fields }, fork);

test('data costs 4 gas a zero byte and 16 any other; its floor is 10 and 40', () => {
  assert.deepEqual(cost({}), { intrinsic: 21_000n, floor: 21_000n });
  assert.deepEqual(cost({ data: Uint8Array.of(0, 1, 0) }), { intrinsic: 21_024n, floor: 21_060n });
  assert.deepEqual(cost({ data: Uint8Array.of(0, 1, 0) }, 'cancun'), { intrinsic: 21_024n, floor: 0n });
});

test('a creation costs 32,000 and 2 a word of initcode', () => {
  assert.equal(cost({ to: undefined }).intrinsic, 53_000n);
  assert.equal(cost({ to: undefined, data: new Uint8Array(33) }).intrinsic, 53_000n + 33n * 4n + 2n * 2n);
});

test('the access list costs 2,400 an address and 1,900 a slot', () => {
  const accessList = [
    { address: to, storageKeys: [zeroHash, zeroHash] },
    { address: to, storageKeys: [] },
  ];
  assert.equal(cost({ accessList }).intrinsic, 21_000n + 2n * 2_400n + 2n * 1_900n);
});

test('an authorisation costs 25,000', () => {
  const authorization = { chainId: 0n, address: to, nonce: 0n, yParity: 0n, r: 1n, s: 1n };
  assert.equal(cost({ authorizations: [authorization, authorization] }).intrinsic, 71_000n);
});
