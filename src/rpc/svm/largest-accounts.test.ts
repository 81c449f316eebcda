import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { feeCollector, treasury } from '../../kernel/module-account.ts';
import { type Address, parseAddress, toBase58 } from '../../primitives/address.ts';
import { alice, bob, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';
import { TopBalances } from './top-balances.ts';

const accountAt = (n: number): Address => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const lamport = 10n ** 9n;

type Response = { context: { slot: number }; value: { address: string; lamports: number }[] };

test('the largest accounts are those of the newest block, whatever the blocks since have moved', async (t) => {
  const { call, mine } = await openSvmInterface(t, (state) => {
    state.mint(alice, 9_000_000_000n * lamport);
    state.mint(treasury, 500n * lamport);
    for (let n = 1; n <= 2_500; n++) state.mint(accountAt(0x1000 + n), BigInt(n) * lamport);
  });
  const ask = async (options = {}) => (await call('getLargestAccounts', options)) as Response;
  const listed = async () => (await ask()).value.map(({ address, lamports }) => [address, lamports]);
  const expected = (richest: number, count: number) =>
    Array.from({ length: count }, (_, i) => [toBase58(accountAt(0x1000 + richest - i)), richest - i]);
  assert.deepEqual(await listed(), [[toBase58(alice), 9_000_000_000], ...expected(2_500, 19)]);
  mine([signed({ nonce: 0n, value: 1_000_000n * lamport })]);
  mine([signed({ nonce: 1n, to: accountAt(0x1001), value: 2_495n * lamport })]);
  const both = await Promise.all([ask(), ask({ filter: 'circulating', sortResults: true })]);
  assert.deepEqual(both[0].value.toSpliced(1, 1), both[1].value.slice(0, 19), 'without the fee collector');
  assert.equal(both[0].context.slot, 2);
  const [, collector, ...rest] = both[0].value;
  assert.deepEqual(collector, { address: toBase58(feeCollector), lamports: 2 * 21_000 * 101 });
  assert.deepEqual(
    rest.map(({ address, lamports }) => [address, lamports]),
    [[toBase58(bob), 1_000_000], ...expected(2_500, 4), [toBase58(accountAt(0x1001)), 2_496], ...expected(2_496, 12)],
  );
  const reserves = await ask({ filter: 'nonCirculating' });
  assert.deepEqual(reserves.value[1], { address: toBase58(treasury), lamports: 500 });
  assert.equal(reserves.value.length, 11);
  assert.deepEqual(await call('getLargestAccounts', { filter: 'x' }), {
    code: -32602,
    message: 'Invalid params: unknown variant `x`, expected one of `circulating`, `nonCirculating`.',
  });
});

test('a search ends while a chain makes many blocks in each iteration of the event loop', async (t) => {
  const { call, mine } = await openSvmInterface(t, (state) => {
    for (let n = 1; n <= 2_500; n++) state.mint(accountAt(0x1000 + n), BigInt(n) * lamport);
  });
  let blocks = 0;
  let isMining = true;
  const mineOn = () => {
    for (let i = 0; i < 10; i++, blocks++) mine();
    if (isMining && blocks < 5_000) setImmediate(mineOn);
  };
  mineOn();
  for (let search = 0; search < 3; search++) {
    const { value } = (await call('getLargestAccounts')) as Response;
    assert.equal(value[0]?.lamports, 2_500);
  }
  assert.ok(blocks < 2_500, `${blocks} blocks`);
  isMining = false;
});

test('whatever changes, the largest balances are right, or an error says that they are unknown', () => {
  const change = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.bigInt({ min: 0n, max: 30n }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
      const top = new TopBalances(8);
      const balances = new Map<Address, bigint>();
      for (const [n, balance] of changes) {
        top.set(accountAt(n), balance);
        balances.set(accountAt(n), balance);
        const found = top.largest(5, (account) => account !== accountAt(3))?.map(([, held]) => held);
        if (found === undefined) continue;
        balances.delete(accountAt(3));
        const all = [...balances.values()].filter((held) => held > 0n).sort((a, b) => (a > b ? -1 : 1));
        assert.deepEqual(found, all.slice(0, 5));
      }
    }),
  );
});
