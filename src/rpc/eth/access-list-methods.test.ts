import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroHash } from '../../primitives/hash.ts';
import { alice, bob, contracts, createEvmInterface } from '../../testing/evm-interface.ts';

type Result = { accessList: { address: string; storageKeys: string[] }[]; gasUsed: string; error?: string };

test('slots of the target, and everything else that the code touches', async () => {
  const { result } = createEvmInterface();
  const own = (await result('eth_createAccessList', { from: alice, to: contracts.reader })) as Result;
  assert.deepEqual(own.accessList, [{ address: contracts.reader, storageKeys: [zeroHash] }]);
  assert.equal('error' in own, false);
  // BALANCE of bob, EXTCODESIZE of the spinner, then of a precompile, of the sender and of itself
  const touch = (opcode: string, address: string) => `73${address.slice(2)}${opcode}`;
  const data = `0x${touch('31', bob)}${touch('3b', contracts.spinner)}${touch('3b', alice)}303100`;
  const others = (await result('eth_createAccessList', { from: alice, data })) as Result;
  assert.deepEqual(others.accessList, [
    { address: contracts.spinner, storageKeys: [] },
    { address: bob, storageKeys: [] },
  ]);
});

test('a plain transfer touches nothing', async () => {
  const { result } = createEvmInterface();
  const transfer = await result('eth_createAccessList', { from: alice, to: bob, value: '0x1' });
  assert.deepEqual(transfer, { accessList: [], gasUsed: '0x5208' });
});

test('a call that fails has a list and says why', async () => {
  const { result } = createEvmInterface();
  // SLOAD(1), then REVERT
  const failed = (await result('eth_createAccessList', { data: '0x600154505f5ffd' })) as Result;
  assert.equal(failed.error, 'execution reverted');
  assert.equal(failed.accessList.length, 1);
  assert.match(failed.gasUsed, /^0x/);
});

test('with the returned list the call costs no more gas than returned', async () => {
  const { result } = createEvmInterface();
  const call = { from: alice, to: contracts.reader };
  const { accessList, gasUsed } = (await result('eth_createAccessList', call)) as Result;
  assert.equal(await result('eth_estimateGas', { ...call, accessList }), gasUsed);
});
