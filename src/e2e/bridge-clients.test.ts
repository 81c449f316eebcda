import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Contract, ContractFactory, type InterfaceAbi, parseEther } from 'ethers';
import { solidityInterfaces } from '../kernel/module-docs/solidity.ts';
import { depositId } from '../modules/bridge/signed-messages.ts';
import { burnTotalsBySource } from '../modules/burn/records.ts';
import { createModules } from '../modules/index.ts';
import { parseAddress } from '../primitives/address.ts';
import {
  assertLocked,
  attestAll,
  balanceOf,
  closeAndCount,
  flags,
  foreign,
  openBridge,
  sendTo,
  usdc,
} from '../testing/modules/bridge-node.ts';
import { commandsOn } from '../testing/run-qord.ts';
import { compileSolidity } from '../testing/solidity.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

/** The contract with the interface above it, in one source. */
function compileUser() {
  const files = createModules().flatMap((module) =>
    module.name === 'bridge' ? [solidityInterfaces(module).get('IBridge.sol') ?? ''] : [],
  );
  const user = readFileSync(new URL('../../src/testing/contracts/BridgeUser.sol', import.meta.url), 'utf8');
  return compileSolidity('BridgeUser', [...files, user].join('\n'));
}

test('a Solidity contract holds, withdraws and transfers bridged assets', async (t) => {
  const fixture = await openBridge(t);
  const { abi, bytecode } = compileUser();
  const user = await new ContractFactory(abi as InterfaceAbi, bytecode, fixture.walletAt(3)).deploy();
  await user.waitForDeployment();
  const address = await user.getAddress();
  await sendTo(user as Contract, 'claim', ['0x01', 90n]);
  const facts = { ...usdc, txHash: '0x01', amount: 90n };
  const operationId = depositId(fixture.node.node.chain.reader.identity, { ...facts, receiver: parseAddress(address) });
  await attestAll(fixture, { ...facts, eventType: 'deposit', operationId });
  assert.equal(await balanceOf(fixture, address), 90n);
  const ask = (name: string, ...args: readonly unknown[]) => user.getFunction(name).staticCall(...args);
  assert.equal(await ask('tryTooMuch', foreign), 'bridge: the account holds less of the asset: 90 (25)');
  await sendTo(user as Contract, 'payOut', [foreign, fixture.walletAt(5).address], parseEther('1'));
  assert.equal(await balanceOf(fixture, address), 0n);
  assert.equal(await balanceOf(fixture, fixture.walletAt(5).address), 45n);
  assert.equal(await fixture.provider.getBalance(address), parseEther('0.9'), 'the fee was burned');
  assert.equal(burnTotalsBySource.get(fixture.node.node.chain.headState(), 'bridge_fee'), parseEther('0.1'));
  await assertLocked(fixture, 90n);
  await closeAndCount(fixture);
});

test('the command line activates a chain, registers a validator, deposits, attests and shows the results', async (t) => {
  const node = await startTestNode(t, { flags });
  const run = commandsOn(node);
  const password = join(temporaryFolder(t), 'password');
  writeFileSync(password, 'secret');
  await run('keys', 'pqc', 'add', 'mine', '--password-file', password);
  const { publicKey } = await run('keys', 'pqc', 'show', 'mine');
  const [facts, receiver] = [['ethereum', '0x01', 'USDC', '25'], 'dev1'];
  await run('tx', 'bridge', 'update-chain-config', 'ethereum', '--status', 'active', '--from', 'dev0');
  await run('tx', 'bridge', 'register-validator', publicKey, 'ethereum', '--from', 'dev0');
  await run('tx', 'bridge', 'deposit', ...facts, '--from', receiver);
  const { operationId } = await run('query', 'bridge', 'deposit-id', ...facts, receiver);
  const words = ['ethereum', 'deposit', operationId, '0x01', '25', 'USDC'];
  const { signature } = await run('keys', 'pqc', 'sign', 'mine', words.join('|'), '--password-file', password);
  await run('tx', 'bridge', 'attest', ...words, '--pqc-signature', signature, '--from', 'dev0');
  assert.deepEqual(await run('query', 'bridge', 'balance-of', 'ethereum', 'USDC', receiver), { amount: '25' });
  assert.match(JSON.stringify(await run('query', 'bridge', 'operation', operationId)), /"status":"executed"/);
  assert.match(JSON.stringify(await run('query', 'bridge', 'chain', 'ethereum')), /"min_confirmations":12/);
  assert.match(JSON.stringify(await run('query', 'bridge', 'total', 'ethereum', 'USDC')), /"total_locked":"25"/);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
