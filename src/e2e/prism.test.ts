import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider, Wallet } from 'ethers';
import { rlconsensusAuthorityAddress } from '../modules/addresses.ts';
import { openModuleChain } from '../testing/module-chain.ts';
import { exportedGenesis } from '../testing/modules/exported-genesis.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

test('PRISM observes, suggests, and in auto mode raises the base fee while blocks are late, then returns it to the default', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const authority = new Wallet(node.accounts[0]?.privateKey ?? '', provider);
  const prism = moduleContract('IRlconsensusAuthority', rlconsensusAuthorityAddress, authority);
  const send = async (name: string, ...args: readonly unknown[]) => {
    const sent = await prism.getFunction(name).send(...args);
    assert.equal((await sent.wait())?.status, 1, name);
  };
  /** Blocks so many seconds apart; a sample is taken after every tenth. */
  const mine = (blocks: number, seconds: number) =>
    provider.send('hardhat_mine', [`0x${blocks.toString(16)}`, `0x${seconds.toString(16)}`]);
  const action = async (height: number): Promise<{ kind: string } | null> =>
    provider.send('qord_getRecord', ['rlconsensus', 'action', [String(height)]]);
  const agent = async (): Promise<{ block_time_ms: number; base_gas_price: number }> =>
    provider.send('qord_getRecord', ['rlconsensus', 'agent', []]);
  const baseFee = async () => (await provider.getBlock('latest'))?.baseFeePerGas ?? 0n;
  const head = () => provider.getBlockNumber();
  const lowest = await baseFee();

  await mine(10, 3);
  assert.equal((await action(10))?.kind, 'observed');
  await send('setAgentMode', 'suggest');
  await mine(30 - (await head()), 3);
  assert.equal((await action(30))?.kind, 'suggested');
  assert.equal((await agent()).base_gas_price, 100, 'only offered');
  await send('acceptSuggestion', 30n);
  const accepted = (await agent()).base_gas_price;
  assert.ok(accepted > 100, 'blocks of three seconds are late');
  assert.equal((await action(30))?.kind, 'applied');
  await mine(1, 3);
  assert.equal(await baseFee(), (lowest * BigInt(accepted)) / 100n, 'the floor of the base fee');

  await send('setAgentMode', 'auto');
  await mine(80 - (await head()), 3);
  const raised = (await agent()).base_gas_price;
  assert.ok(raised > accepted, `${raised}`);
  await mine(1, 3);
  assert.equal(await baseFee(), (lowest * BigInt(raised)) / 100n);

  await node.restart();
  const again = new JsonRpcProvider(node.urls.http, 9800, { staticNetwork: true, cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => again.destroy());
  assert.equal((await again.getFeeData()).maxFeePerGas !== null, true);
  await again.send('hardhat_mine', ['0xc8', '0x2']);
  assert.equal((await again.getBlock('latest'))?.baseFeePerGas, lowest, 'led back');
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
  const imported = openModuleChain(await exportedGenesis(node.home));
  imported.mine();
  imported.assertSupply();
});
