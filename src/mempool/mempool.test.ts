import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { applyBlock, floor, poolOf, qor, rejection, signed, to, transfer } from '../testing/chain/mempool-harness.ts';
import { accountOf } from '../testing/sign-from.ts';

test('gapless nonces are pending, the rest is queued until the gap closes', () => {
  const { pool } = poolOf();
  const announced: Transaction[] = [];
  pool.onPending({ kind: 'client', name: 'test' }, (tx) => announced.push(tx));
  const [first, second, third] = [0n, 1n, 2n].map((nonce) => transfer(0, { nonce }));
  assert.ok(first && second && third);
  pool.add(third);
  assert.deepEqual(pool.counts(), { pending: 0, queued: 1 });
  assert.equal(pool.nextNonce(accountOf(0)), 0n);
  pool.add(first);
  assert.deepEqual(pool.counts(), { pending: 1, queued: 1 });
  assert.equal(pool.nextNonce(accountOf(0)), 1n);
  pool.add(second);
  assert.deepEqual(pool.counts(), { pending: 3, queued: 0 });
  assert.equal(pool.nextNonce(accountOf(0)), 3n);
  assert.deepEqual(announced, [first, second, third]);
  assert.equal(pool.byteSize(), first.raw.length + second.raw.length + third.raw.length);
  assert.deepEqual(pool.contentOf(accountOf(0)).pending, [first, second, third]);
  assert.equal(pool.get(second.hash), second);
});

test('a transaction is announced when a block with one that is not in the pool closes the gap before it', () => {
  const made = poolOf();
  const { pool } = made;
  const announced: Transaction[] = [];
  pool.onPending({ kind: 'client', name: 'test' }, (tx) => announced.push(tx));
  const [first, second, third, fifth] = [0n, 1n, 2n, 4n].map((nonce) => transfer(0, { nonce }));
  assert.ok(first && second && third && fifth);
  for (const tx of [second, third, fifth]) pool.add(tx);
  assert.deepEqual(announced, []);
  applyBlock(made, [first]);
  assert.deepEqual(pool.counts(), { pending: 2, queued: 1 });
  assert.deepEqual(announced, [second, third]);
  applyBlock(made, [second]);
  assert.deepEqual(announced, [second, third], 'each once');
});

test('content is by sender in address order, then by nonce', () => {
  const { pool } = poolOf();
  for (const sender of [0, 1, 2]) for (const nonce of [3n, 0n]) pool.add(transfer(sender, { nonce }));
  const ordered = [0, 1, 2].map(accountOf).sort();
  assert.deepEqual(
    pool.content().pending.map(({ sender }) => sender),
    ordered,
  );
  assert.deepEqual(
    pool.content().queued.map(({ sender, nonce }) => [sender, nonce]),
    ordered.map((sender) => [sender, 3n]),
  );
});

test('block order: highest tip first, of equal ones the oldest, each sender in the order of nonces', () => {
  const { pool } = poolOf();
  const [low, high, older, newer, behind] = [
    transfer(0, { tip: 1n }),
    transfer(1, { tip: 9n }),
    transfer(2, { tip: 5n }),
    transfer(3, { tip: 5n }),
    transfer(0, { nonce: 1n, tip: 100n }),
  ];
  for (const tx of [low, high, older, newer, behind]) if (tx !== undefined) pool.add(tx);
  assert.deepEqual([...pool.candidates(floor)], [high, older, newer, low, behind]);
});

test('a transaction that cannot pay the base fee waits, and later ones of its sender with it', () => {
  const { pool } = poolOf();
  pool.add(transfer(0, { cap: floor + 5n }));
  pool.add(transfer(0, { nonce: 1n, cap: 9n * floor }));
  assert.deepEqual([...pool.candidates(floor + 6n)], []);
  assert.equal(pool.hasCandidates(floor + 6n), false);
  assert.equal(pool.hasCandidates(floor + 5n), true);
  assert.equal([...pool.candidates(floor + 5n)].length, 2);
});

test('a replacement must raise both fees by ten percent', () => {
  const { pool } = poolOf();
  const first = transfer(0, { cap: 2n * floor, tip: 100n });
  pool.add(first);
  const needed = { code: 'replacement-underpriced' };
  for (const fees of [
    { cap: 3n * floor, tip: 109n },
    { cap: (22n * floor) / 10n - 1n, tip: 110n },
  ]) {
    const { code, text } = rejection(pool, transfer(0, fees));
    assert.equal(code, needed.code);
    assert.match(text, /^replacement transaction underpriced/);
  }
  const announced: Transaction[] = [];
  pool.onPending({ kind: 'client', name: 'test' }, (tx) => announced.push(tx));
  const second = transfer(0, { cap: (22n * floor) / 10n, tip: 110n });
  pool.add(second);
  assert.equal(pool.get(first.hash), undefined);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [second], queued: [] });
  assert.deepEqual(announced, [second]);
  assert.equal(pool.byteSize(), second.raw.length);
});

test('replacing a queued transaction calls no listener', () => {
  const { pool } = poolOf();
  const announced: Transaction[] = [];
  pool.onPending({ kind: 'client', name: 'test' }, (tx) => announced.push(tx));
  pool.add(transfer(0, { nonce: 2n }));
  pool.add(transfer(0, { nonce: 3n }));
  pool.add(transfer(0, { nonce: 3n, cap: 3n * floor, tip: 2n }));
  assert.deepEqual(announced, []);
  assert.deepEqual(pool.counts(), { pending: 0, queued: 2 });
});

test('rejections have the messages that clients match on', () => {
  const cases: readonly (readonly [Transaction, string, RegExp])[] = [
    [
      transfer(0, { data: new Uint8Array(131_072) }),
      'oversized',
      /^oversized data: transaction size \d+, limit 131072$/,
    ],
    [
      signed(0, {
        type: 0,
        chainId: undefined,
        nonce: 0n,
        gasPrice: floor,
        gasLimit: 21_000n,
        to,
        value: 0n,
        data: new Uint8Array(256),
      }),
      'unprotected',
      /^only replay-protected \(EIP-155\) transactions allowed over RPC$/,
    ],
    [
      signed(0, {
        type: 0,
        chainId: 1n,
        nonce: 0n,
        gasPrice: floor,
        gasLimit: 90_000n,
        to,
        value: 0n,
        data: new Uint8Array(256),
      }),
      'wrong-chain-id',
      /^invalid sender: invalid chain id for signer: have 1 want 9800/,
    ],
    [
      transfer(0, { cap: floor - 1n, tip: 0n }),
      'fee-cap-below-floor',
      /^max fee per gas less than block base fee: address 0x\w{40}, maxFeePerGas: 99999999999, baseFee: 100000000000; .*0\.1 uqor per gas = 100000000000 wei$/,
    ],
    [
      transfer(0, { gasLimit: 1_000_000n, cap: 15n * 10n ** 11n }),
      'fee-above-cap',
      /^tx fee \(1\.5 QOR\) exceeds the configured cap \(1 QOR\)$/,
    ],
    [
      transfer(0, { gasLimit: 20_000n }),
      'intrinsic-gas-too-low',
      /^intrinsic gas too low: gas 20000, minimum needed 21000$/,
    ],
    [transfer(0, { gasLimit: 100_000_001n }), 'gas-limit-above-block', /^exceeds block gas limit/],
    [transfer(0, { tip: 3n * floor }), 'tip-above-fee-cap', /^max priority fee per gas higher than max fee per gas/],
    [
      transfer(0, { value: 1000n * qor }),
      'insufficient-funds',
      /^insufficient funds for gas \* price \+ value: balance 1000000000000000000000, tx cost 1000004200000000000000, overshot 4200000000000000$/,
    ],
  ];
  for (const [tx, code, words] of cases) {
    const found = rejection(poolOf().pool, tx);
    assert.equal(found.code, code);
    assert.match(found.text, words);
  }
});

test('a stale nonce and a known transaction are rejected with their messages', () => {
  const world = poolOf();
  const tx = transfer(0);
  world.pool.add(tx);
  assert.deepEqual(rejection(world.pool, tx), { code: 'already-known', text: 'already known' });
  applyBlock(world, [tx]);
  const stale = rejection(world.pool, transfer(0, { value: 2n }));
  assert.deepEqual(stale, { code: 'nonce-too-low', text: 'nonce too low: next nonce 1, tx nonce 0' });
});

test('a transaction without a chain id is accepted where that is allowed', () => {
  const { pool } = poolOf({ allowsUnprotected: true });
  const anywhere = { type: 0, chainId: undefined, nonce: 0n, gasPrice: floor, gasLimit: 21_000n } as const;
  const tx = signed(0, { ...anywhere, to, value: 0n, data: new Uint8Array(0) });
  pool.add(tx);
  assert.equal(pool.get(tx.hash), tx);
});
