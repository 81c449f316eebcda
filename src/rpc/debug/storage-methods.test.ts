import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xqoreAddress } from '../../modules/addresses.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex } from '../../primitives/hex.ts';
import { contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';
import { errorText, postJson, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

type Range = { storage: Record<string, { key: string; value: string }>; nextKey: string | null };
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const hashOf = (key: string) => keccakHash(fromHex(key as `0x${string}`));

/** Creates a contract with 1 to 5 in the slots 1 to 5, and a call of it that clears slot 3. */
function withContract() {
  const evm = createEvmInterface();
  // PUSH1 n PUSH1 n SSTORE five times; the code is PUSH0 PUSH1 03 SSTORE
  const stores = [1, 2, 3, 4, 5].map((slot) => `600${slot}600${slot}55`).join('');
  const data = fromHex(`0x${stores}635f6003555f526004601cf3`);
  const create = signed({ nonce: 0n, to: undefined, data, gasLimit: 300_000n, value: 0n });
  const to = '0x5fbdb2315678afecb367f032d93f642f64180aa3' as typeof contracts.reader;
  evm.mine([create]);
  evm.mine([signed({ nonce: 1n, to, value: 0n }), signed({ nonce: 2n, value: 1n })]);
  return { ...evm, contract: to };
}

test('the slots of a contract between two transactions', async () => {
  const { result, contract } = withContract();
  const slots = async (index: number, start = '0x', limit = 10) => {
    const { storage, nextKey } = (await result('debug_storageRangeAt', '0x2', index, contract, start, limit)) as Range;
    for (const [hash, { key }] of Object.entries(storage)) assert.equal(hash, hashOf(key));
    return { entries: Object.values(storage).map(({ key, value }) => [Number(key), Number(value)]), nextKey };
  };
  const all = [1, 2, 3, 4, 5].map((slot) => [slot, slot]);
  const cleared = all.filter(([slot]) => slot !== 3);
  assert.deepEqual(await slots(0), { entries: all, nextKey: null });
  assert.deepEqual(await slots(1), { entries: cleared, nextKey: null });
  assert.deepEqual(await slots(2), { entries: cleared, nextKey: null });
  const first = await slots(0, '0x', 2);
  assert.deepEqual(first, { entries: all.slice(0, 2), nextKey: word(3) });
  assert.deepEqual(await slots(0, word(3), 3), { entries: all.slice(2), nextKey: null });
  assert.deepEqual(await slots(0, '0x01'), { entries: [], nextKey: null });
  assert.deepEqual(await slots(0, '0x', 0), { entries: [], nextKey: word(1) });
});

test('what has no slots', async () => {
  const { result, fault, contract } = withContract();
  assert.deepEqual(await result('debug_storageRangeAt', 'latest', 0, contracts.spinner, '0x', 5), {
    storage: {},
    nextKey: null,
  });
  assert.equal(
    await fault('debug_storageRangeAt', '0x2', 3, contract, '0x', 5),
    '-32000 transaction index 3 out of range: the block has 2',
  );
  assert.equal(await fault('debug_storageRangeAt', '0x9', 0, contract, '0x', 5), '-32000 header not found');
  assert.equal(await fault('debug_storageRangeAt', '0x0', 0, contract, '0x', 5), '-32000 genesis is not traceable');
  const long = `0x${'00'.repeat(33)}`;
  assert.equal(
    await fault('debug_storageRangeAt', '0x2', 0, contract, long, 5),
    '-32602 invalid argument 3: a key has at most 32 bytes',
  );
});

test('a response has at most 1,024 slots', async () => {
  const { mine, result } = createEvmInterface();
  // for n from the gas down: PUSH2 0410; JUMPDEST DUP1 DUP1 SSTORE PUSH1 01 SWAP1 SUB DUP1 PUSH1 03 JUMPI STOP
  const data = fromHex('0x6104105b80805560019003806003575f5ff3');
  const { receipts } = mine([signed({ nonce: 0n, to: undefined, data, gasLimit: 28_000_000n, value: 0n })]);
  assert.equal(receipts[0]?.status, 1);
  mine();
  const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
  const { storage, nextKey } = (await result('debug_storageRangeAt', '0x2', 0, contract, '0x', 1e6)) as Range;
  assert.equal(Object.keys(storage).length, 1024);
  assert.equal(nextKey, word(1025));
});

test('memory is reported in bytes, under names of Go', async () => {
  const { result } = createEvmInterface();
  const stats = (await result('debug_memStats')) as Record<string, number>;
  assert.deepEqual(Object.keys(stats).sort(), ['Alloc', 'HeapAlloc', 'HeapIdle', 'HeapSys', 'Sys']);
  const { Alloc = 0, HeapAlloc = 0, HeapIdle = 0, HeapSys = 0, Sys = 0 } = stats;
  assert.ok(Alloc > 1e6 && Alloc === HeapAlloc && HeapAlloc + HeapIdle === HeapSys && Sys > 1e7);
});

test('a native contract has records, not slots', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const params = ['latest', 0, xqoreAddress, '0x', 5].map((each) => JSON.stringify(each));
  const response = await postJson(urls.http, requestText('debug_storageRangeAt', params));
  assert.equal(errorText(response), `-32000 ${xqoreAddress} is a native contract: qord_listRecords lists its records`);
});
