import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContractFactory, type InterfaceAbi, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { solidityInterfaces } from '../kernel/module-docs/solidity.ts';
import { rdkAddress, xqoreAddress } from '../modules/addresses.ts';
import { createModules } from '../modules/index.ts';
import { compileSolidity, contractSource } from '../testing/solidity.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

/** The contract and all interfaces that it imports, in one source. */
function compileUser() {
  const files = createModules().flatMap((module) => [...solidityInterfaces(module).values()]);
  const interfaces = files.map((text) => text.slice(text.indexOf('address constant')));
  const sources = ['pragma solidity ^0.8.20;', ...interfaces, contractSource('ModuleUser')];
  return compileSolidity('ModuleUser', sources.join('\n'));
}

test('a Solidity contract uses every native module', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const [first, second] = node.accounts;
  const wallet = new Wallet(second?.privateKey ?? '', provider);
  const validator = first?.address ?? '';
  const { abi, bytecode } = compileUser();
  const user = await new ContractFactory(abi as InterfaceAbi, bytecode, wallet).deploy();
  await user.waitForDeployment();
  const address = await user.getAddress();
  const send = async (name: string, ...args: readonly unknown[]) => (await user.getFunction(name).send(...args)).wait();
  const ask = (name: string, ...args: readonly unknown[]) => user.getFunction(name).staticCall(...args);

  const acted = await send('act', validator, { value: parseEther('10') });
  assert.equal(acted?.status, 1);
  const emitters = new Set(acted?.logs.map((log) => log.address.toLowerCase()));
  assert.equal(
    emitters.size,
    8,
    'xqore, staking, distribution, bank, pqc, svm, abstractaccount and crossvm left events',
  );
  assert.equal(await provider.getBalance(`0x${'42'.repeat(20)}`), (5n + 7n + 11n) * 10n ** 12n);
  assert.equal((await provider.send('qor_getCrossVMMessage', ['crossvm-00000001'])).status, 'executed');
  const position = await provider.send('qor_getXQOREPosition', [address]);
  assert.equal(position.locked_amount, '1000000');

  assert.equal((await send('roll', { value: parseEther('10005') }))?.status, 1);
  assert.equal((await provider.send('qor_getRollupStatus', ['contract'])).total_batches, 1);
  assert.equal(await provider.getBalance(rdkAddress), parseEther('9904'));

  const held = await provider.getBalance(xqoreAddress);
  await assert.rejects(ask('lockAndFail'), { reason: 'changed my mind' });
  const failed = await user.getFunction('lockAndFail').send({ gasLimit: 1_000_000 });
  await assert.rejects(failed.wait());
  assert.equal(await provider.getBalance(xqoreAddress), held);
  assert.equal(await ask('tryTooMuch'), 'xqore: below the minimum (5)');
  assert.equal(await ask('overreach'), true);
  assert.equal(await ask('delegateToModule'), true);
  assert.ok((await ask('look', validator)) > 0n);

  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
