import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroHash } from '../../primitives/hash.ts';
import { quantity } from '../../primitives/quantity.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

test('balances at every form of a block parameter', async () => {
  const { chain, result } = createEvmInterface();
  const before = chain.reader.head();
  const { block } = chain.mine([signed({ nonce: 0n, value: weiPerQor })]);
  const old = quantity(1000n * weiPerQor);
  const now = quantity(1001n * weiPerQor);
  for (const ref of ['latest', 'safe', 'finalized', 'pending', '0x1', block.header.hash, undefined, null]) {
    assert.equal(await result('eth_getBalance', bob, ref), now, String(ref));
  }
  for (const ref of ['earliest', '0x0', before.hash]) assert.equal(await result('eth_getBalance', bob, ref), old);
  for (const ref of [{ blockNumber: '0x0' }, { blockHash: before.hash, requireCanonical: true }]) {
    assert.equal(await result('eth_getBalance', bob, ref), old);
  }
  assert.equal(await result('eth_getBalance', bob.toUpperCase().replace('0X', '0x')), now);
});

test('nonces, and at pending those of the pool', async () => {
  const { chain, pool, result } = createEvmInterface();
  chain.mine([signed({ nonce: 0n })]);
  pool.push(signed({ nonce: 1n }));
  assert.equal(await result('eth_getTransactionCount', alice, 'latest'), '0x1');
  assert.equal(await result('eth_getTransactionCount', alice, 'pending'), '0x2');
  assert.equal(await result('eth_getTransactionCount', alice, 'earliest'), '0x0');
});

test('code and storage', async () => {
  const { result } = createEvmInterface();
  const word = `0x${'2a'.padStart(64, '0')}`;
  assert.equal(await result('eth_getCode', contracts.spinner), '0x5b5f56');
  assert.equal(await result('eth_getCode', alice), '0x');
  for (const slot of ['0x0', '0x', zeroHash, '0x00']) {
    assert.equal(await result('eth_getStorageAt', contracts.reader, slot), word, slot);
  }
  assert.equal(await result('eth_getStorageAt', contracts.reader, '0x1'), zeroHash);
  const values = await result('eth_getStorageValues', { [contracts.reader]: ['0x0', '0x1'], [alice]: ['0x0'] });
  assert.deepEqual(values, { [contracts.reader]: [word, zeroHash], [alice]: [zeroHash] });
});

test('blocks that do not exist', async () => {
  const { fault } = createEvmInterface();
  assert.equal(await fault('eth_getBalance', alice, '0x1'), '-32000 header not found');
  assert.equal(await fault('eth_getCode', alice, '0x1fffffffffffff'), '-32000 header not found');
  const unknown = `0x${'ab'.repeat(32)}`;
  assert.equal(await fault('eth_getBalance', alice, unknown), '-32000 header for hash not found');
  assert.equal(
    await fault('eth_getTransactionCount', alice, { blockHash: unknown }),
    '-32000 header for hash not found',
  );
});

test('wrong parameters are named precisely', async () => {
  const { fault } = createEvmInterface();
  const invalid = async (...params: unknown[]) =>
    (await fault('eth_getBalance', ...params)).replace('-32602 invalid argument ', '');
  assert.equal(await fault('eth_getBalance'), '-32602 missing value for required argument 0');
  assert.equal(await fault('eth_getBalance', alice, 'latest', 1), '-32602 too many arguments, want at most 2');
  assert.equal(await invalid(1), '0: non-string: number');
  assert.equal(await invalid(alice.slice(2)), '0: hex string without 0x prefix');
  assert.equal(await invalid(alice.slice(0, 41)), '0: hex string of odd length');
  assert.equal(await invalid(alice.slice(0, 40)), '0: hex string has length 38, want 40 for an address');
  assert.equal(await invalid(`${alice}00`), '0: hex string has length 42, want 40 for an address');
  assert.equal(await invalid(`0x${'zz'.repeat(20)}`), '0: invalid hex string');
  assert.equal(await invalid(''), '0: empty hex string');
  assert.equal(await invalid(alice, 'newest'), '1: hex string without 0x prefix');
  assert.equal(await invalid(alice, '0x'), '1: hex string "0x"');
  assert.equal(await invalid(alice, '0x01'), '1: hex number with leading zero digits');
  assert.equal(await invalid(alice, '-0x1'), '1: hex string without 0x prefix');
  assert.equal(await invalid(alice, '0x10000000000000000'), '1: hex number > 64 bits');
  assert.equal(await invalid(alice, 1), '1: non-string: number');
  assert.equal(await invalid(alice, {}), '1: block object without blockNumber or blockHash');
  const both = { blockHash: zeroHash, blockNumber: '0x0' };
  assert.equal(await invalid(alice, both), '1: cannot specify both BlockHash and BlockNumber');
  assert.equal(await invalid(alice, { blockHash: '0x1' }), '1: blockHash: hex string of odd length');
});

test('wrong storage requests', async () => {
  const { fault } = createEvmInterface();
  const long = `0x${'0'.repeat(65)}`;
  const tooLong = 'unable to decode storage key: hex string too long, want at most 32 bytes';
  assert.equal(await fault('eth_getStorageAt', alice, long), `-32602 invalid argument 1: ${tooLong}`);
  assert.equal(await fault('eth_getStorageValues', {}), '-32602 invalid argument 0: empty request');
  const many = Array.from({ length: 1025 }, (_, index) => quantity(index));
  assert.equal(
    await fault('eth_getStorageValues', { [alice]: many }),
    '-32602 invalid argument 0: too many slots (max 1024)',
  );
  const accounts = Array.from({ length: 1025 }, (_, index) => [`0x${index.toString(16).padStart(40, '0')}`, []]);
  assert.equal(
    await fault('eth_getStorageValues', Object.fromEntries(accounts.slice(1))),
    '-32602 invalid argument 0: empty request',
  );
  assert.equal(
    await fault('eth_getStorageValues', Object.fromEntries([...accounts, ['not an address', null]])),
    '-32602 invalid argument 0: too many slots (max 1024)',
    'counted before anything is parsed',
  );
});
