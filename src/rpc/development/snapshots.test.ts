import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { maxWaitingTurns } from '../../node/development-turns.ts';
import { toHex } from '../../primitives/hex.ts';
import { alice, bob, contracts } from '../../testing/evm-interface.ts';
import { start, stranger, word } from '../../testing/interfaces/development-session.ts';
import { maxSnapshots } from './snapshots.ts';

test('snapshots restore state, blocks and time; each only once', async (t) => {
  const { result, send } = start(t);
  await send({ from: alice, to: bob, value: '0x1' });
  const block = await result('eth_getBlockByNumber', 'latest', true);
  const [first, second] = [await result('evm_snapshot'), await result('evm_snapshot')];
  await result('anvil_setBalance', stranger, '0x5');
  await result('evm_increaseTime', 100);
  const hash = await send({ from: alice, to: bob, value: '0x1' });
  const filter = await result('eth_newBlockFilter');
  assert.equal(await result('evm_revert', first), true);
  assert.deepEqual(await result('eth_getBlockByNumber', 'latest', true), block);
  assert.equal(await result('eth_getTransactionReceipt', hash), null);
  assert.equal(await result('eth_getBalance', stranger), '0x0');
  assert.equal(await result('eth_getTransactionCount', alice, 'pending'), '0x1');
  assert.deepEqual(await result('eth_getFilterChanges', filter), []);
  assert.equal(await result('evm_revert', first), false);
  assert.equal(await result('evm_revert', second), false);
  assert.equal(await result('evm_revert', '0x99'), false);
  await send({ from: alice, to: stranger, value: '0x9' });
  assert.equal(await result('eth_getBalance', stranger), '0x9');
  assert.equal(((await result('eth_getFilterChanges', filter)) as unknown[]).length, 1);
});

test('rolling back by blocks, and to the first', async (t) => {
  const { result, fault, send } = start(t);
  for (let i = 0; i < 3; i++) await send({ from: alice, to: bob });
  const snapshot = await result('evm_snapshot');
  await result('anvil_rollback');
  assert.equal(await result('eth_blockNumber'), '0x2');
  assert.equal(await result('evm_revert', snapshot), false, 'of a block that is gone');
  assert.equal(await fault('anvil_rollback', 3), '-32602 the chain has only 2 blocks to go back');
  await result('anvil_reset');
  assert.equal(await result('eth_blockNumber'), '0x0');
  assert.equal(await result('eth_getTransactionCount', alice), '0x0');
});

test('what goes back counts from the block at its turn, and a snapshot of a block that goes does not exist', async (t) => {
  const { result, fault } = start(t);
  await result('anvil_mine', 200);
  const goingBack = result('anvil_rollback', 150);
  const taken = result('evm_snapshot');
  const queued = [result('anvil_rollback', 1), result('anvil_reorg', 1), fault('anvil_rollback', 60)];
  assert.deepEqual(await Promise.all([goingBack, ...queued]), [
    null,
    null,
    null,
    '-32602 the chain has only 49 blocks to go back',
  ]);
  assert.equal(await result('eth_blockNumber'), '0x31');
  const snapshot = await taken;
  assert.equal(await result('evm_revert', snapshot), false);
  await result('anvil_mine', 200);
  assert.equal(await result('evm_revert', snapshot), false, 'other blocks are there now');
  assert.equal(await result('eth_blockNumber'), '0xf9');
});

test('a snapshot of a block that goes before its turn does not exist', async (t) => {
  const { result } = start(t);
  await result('anvil_mine', 20);
  const snapshot = await result('evm_snapshot');
  await result('anvil_mine', 20);
  assert.deepEqual(await Promise.all([result('anvil_rollback', 30), result('evm_revert', snapshot)]), [null, false]);
  assert.equal(await result('eth_blockNumber'), '0xa');
});

test('a saved state can be loaded into another network', async (t) => {
  const [one, other] = [start(t), start(t)];
  await one.send({ from: alice, to: stranger, value: '0x77' });
  await one.result('anvil_setStorageAt', contracts.reader, '0x5', word(5));
  await one.result('anvil_setNonce', contracts.spinner, '0xffffffffffffff');
  await one.result('anvil_setNonce', stranger, '0xfffffffffffffffe');
  const saved = await one.result('anvil_dumpState');
  assert.equal(await other.result('anvil_loadState', saved), true);
  const questions: [string, ...unknown[]][] = [
    ['eth_getBalance', stranger],
    ['eth_getTransactionCount', alice],
    ['eth_getTransactionCount', contracts.spinner],
    ['eth_getTransactionCount', stranger],
    ['eth_getStorageAt', contracts.reader, '0x5'],
    ['eth_getCode', contracts.spinner],
  ];
  for (const ask of questions) assert.equal(await other.result(...ask), await one.result(...ask), ask[0]);
  assert.match(await other.fault('anvil_loadState', '0x1234'), /^-32602 invalid argument 0: not a state/);
});

test('a saved state of many values is loaded in parts, with one less, as many and one more than a part has', async (t) => {
  for (const slots of [498, 499, 500, 1001]) {
    const { result } = start(t);
    const storage = Object.fromEntries(Array.from({ length: slots }, (_, slot) => [word(slot), word(slot + 1)]));
    const accounts = {
      [stranger]: { nonce: 3, balance: '0x9', code: '0x5b00', storage },
      [contracts.reader]: { nonce: 1, balance: '0x0', code: '0x', storage: {} },
    };
    assert.equal(await result('anvil_loadState', pack({ accounts })), true);
    assert.equal(await result('eth_getStorageAt', stranger, word(0)), word(1));
    assert.equal(await result('eth_getStorageAt', stranger, word(slots - 1)), word(slots));
    assert.equal(await result('eth_getStorageAt', stranger, word(slots)), word(0));
    assert.equal(await result('eth_getCode', stranger), '0x5b00');
    assert.equal(await result('eth_getCode', contracts.reader), '0x');
    assert.equal(await result('eth_getTransactionCount', stranger), '0x3');
    assert.equal(await result('eth_blockNumber'), `0x${Math.ceil((slots + 2) / 500).toString(16)}`, 'a block for each');
  }
});

test('a file that is no saved state changes nothing, and is rejected before it costs much', async (t) => {
  const { fault, result } = start(t);
  const account = { nonce: 0, balance: '0x1', code: '0x', storage: {} };
  const cases: readonly (readonly [string, RegExp])[] = [
    [pack([]), /^-32602 invalid argument 0: not a state/],
    [toHex(gzipSync('['.repeat(1_000_000))), /^-32602 invalid argument 0: not a state/],
    [toHex(gzipSync(`{"accounts":{"a":${'{"b":'.repeat(65)}0${'}'.repeat(65)}}}`)), /not a state/],
    [toHex(gzipSync(Buffer.alloc(129 * 2 ** 20, ' '))), /of 128 MB and 4000000 values at most/],
    [pack({ accounts: { [stranger]: account, '0x12': account } }), /^-32602 invalid argument 0: 0x12: /],
    [pack({ accounts: { [stranger]: { ...account, storage: { [word(1)]: 'x' } } } }), /^-32602 invalid argument 0: /],
    ...[0, 256, 2000].map(
      (length) =>
        [
          pack({
            accounts: {
              [stranger]: account,
              [bob]: { ...account, records: { [toHex(Buffer.alloc(length))]: '0x01' } },
            },
          }),
          /^-32602 invalid argument 0: .*a key has 1 to 255 bytes/,
        ] as const,
    ),
  ];
  for (const [packed, words] of cases) assert.match(await fault('anvil_loadState', packed), words);
  assert.equal(await result('eth_getBalance', stranger), '0x0');
  assert.equal(await result('eth_blockNumber'), '0x0');
});

test('a file of anvil is loaded whose blocks and traces are not read', async (t) => {
  const { result } = start(t);
  const traces = [{ trace: { logs: [{ raw_log: { topics: [word(1)] } }], steps: [{ decoded: { call: [[]] } }] } }];
  const accounts = { [stranger]: { nonce: 0, balance: '0x5', code: '0x', storage: {} } };
  assert.equal(await result('anvil_loadState', pack({ accounts, transactions: [{ info: { traces } }] })), true);
  assert.equal(await result('eth_getBalance', stranger), '0x5');
});

/** As anvil_dumpState packs a state. */
function pack(state: object): string {
  return toHex(gzipSync(JSON.stringify(state)));
}

test('blocks are replaced by others', async (t) => {
  const { result, fault, send, block } = start(t);
  for (let count = 0; count < 3; count++) await send({ from: alice, to: bob, value: '0x1' });
  await result('evm_snapshot');
  const before = await block('0x2');
  const raw = (
    (await result('eth_signTransaction', { from: bob, to: alice, value: '0x7', nonce: '0x0' })) as { raw: string }
  ).raw;
  await result('anvil_reorg', 2, [
    [{ from: alice, to: stranger, value: '0x5' }, 1],
    [raw, 0],
  ]);
  const [second, third] = [await block('0x2'), await block('0x3')];
  assert.equal(await result('eth_blockNumber'), '0x3');
  assert.notEqual(second.transactions[0]?.hash, before.transactions[0]?.hash);
  assert.deepEqual(
    [second, third].map(({ transactions }) => transactions.map(({ from }) => from)),
    [[bob], [alice]],
  );
  assert.equal(await result('eth_getBalance', stranger), '0x5');
  assert.equal(await result('anvil_getAutomine'), true);
  assert.equal(await result('evm_revert', '0x0'), false);
  assert.equal(await fault('anvil_reorg', 4), '-32602 the chain has only 3 blocks to replace');
  assert.equal(await fault('anvil_reorg', 1, [[raw, 1]]), '-32602 block 1 is not one of the 1 new blocks');
});

test('as many snapshots as there may be, and not one more, also of those that ask for all at once', async (t) => {
  const { result, fault } = start(t);
  const taken = Array.from({ length: maxSnapshots }, () => result('evm_snapshot'));
  assert.equal(maxWaitingTurns, maxSnapshots);
  const waitingFault =
    '-32005 10000 requests wait for their turn to change the network already: wait for their responses';
  assert.equal(await fault('anvil_setBalance', stranger, '0x5'), waitingFault);
  const ids = await Promise.all(taken);
  assert.equal(ids.at(-1), '0x270f');
  const full = '-32005 there are 10000 snapshots already: evm_revert removes one and all later ones';
  assert.equal(await fault('evm_snapshot'), full);
  assert.equal(await result('evm_revert', ids.at(-1)), true);
  assert.equal(await result('evm_snapshot'), '0x2710');
  assert.equal(await result('evm_revert', '0x1'), true);
  const { snapshots } = (await result('hardhat_metadata')) as { snapshots: object };
  assert.deepEqual(Object.keys(snapshots), ['0x0']);
});
