import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Contract, ContractFactory, type InterfaceAbi, zeroPadValue } from 'ethers';
import { homePaths } from '../config/home.ts';
import { bridgeAddress } from '../modules/addresses.ts';
import { tokenAddress } from '../modules/bridge/tokens.ts';
import { writeHome } from '../node/write-home.ts';
import { type Address, toBech32, toChecksum } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { connectWallets } from '../testing/node/node-wallets.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode } from '../testing/test-node.ts';

const kind = { chain: 'mine', asset: 'GOLD' };
const token = toChecksum(tokenAddress(kind));
const holder = (developmentAccounts[3] as { address: Address }).address;
const abi = [
  ...['name() view returns (string)', 'symbol() view returns (string)', 'decimals() view returns (uint8)'],
  ...['totalSupply() view returns (uint256)', 'balanceOf(address) view returns (uint256)'],
  ...['transfer(address,uint256) returns (bool)', 'approve(address,uint256) returns (bool)'],
].map((signature) => `function ${signature}`);

/** A network that bridges to a chain of its own, one of whose assets account 3 holds. */
function privateGenesis() {
  const chain = {
    ...{ name: 'My Chain', chain_type: 'evm', status: 'pending', bridge_contract: '', min_confirmations: 1 },
    ...{ supported_assets: ['GOLD', 'SILVER'], max_single_transfer: '1000', daily_limit: '1000', architecture: '' },
    ...{ ibc_channel_id: '', ibc_port_id: '', verifier: 'none', lock_event_sig: '' },
  };
  const bridge = {
    chain: [{ key: [kind.chain], value: chain }],
    balance: [{ key: [kind.chain, kind.asset, toBech32(holder)], value: '300' }],
  };
  return genesisWith({ bridge });
}

test('an asset of a chain that only a genesis describes is a token like all others', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'qord-tokens-'));
  writeHome(homePaths(home), privateGenesis());
  const { provider, walletAt } = connectWallets(await startTestNode(t, { home }));
  const bridge = moduleContract('IBridge', bridgeAddress, walletAt(3));
  assert.equal(await bridge.getFunction('tokenOf').staticCall(kind.chain, kind.asset), token);
  const { tokens } = await provider.send('qor_getBridgeStatus', [kind.chain]);
  const silver = { asset: 'SILVER', token: toChecksum(tokenAddress({ ...kind, asset: 'SILVER' })) };
  assert.deepEqual(tokens, [{ asset: 'GOLD', token }, silver]);
  const gold = new Contract(token, abi, walletAt(3));
  const read = (name: string, ...args: readonly unknown[]) => gold.getFunction(name).staticCall(...args);
  assert.deepEqual(await Promise.all(['name', 'symbol', 'decimals', 'totalSupply'].map((name) => read(name))), [
    ...['GOLD of My Chain', 'GOLD', 6n, 300n],
  ]);
  const other = walletAt(4).address;
  await (await gold.getFunction('transfer').send(other, 40n)).wait();
  assert.deepEqual([await read('balanceOf', holder), await read('balanceOf', other)], [260n, 40n]);
  const [log] = await provider.getLogs({ address: token, fromBlock: 0 });
  assert.deepEqual(
    log?.topics.slice(1),
    [holder, other].map((address) => zeroPadValue(address, 32).toLowerCase()),
  );
  await assert.rejects(read('transfer', other, 261n), /the account holds less of the asset: 260 \(25\)/);
  await assert.rejects(read('transfer', token, 1n), /one of the chain itself, from which nobody could move the asset/);

  const { abi: vaultAbi, bytecode } = compileContract('TokenVault');
  const vault = await new ContractFactory(vaultAbi as InterfaceAbi, bytecode, walletAt(3)).deploy(token);
  await vault.waitForDeployment();
  await (await gold.getFunction('approve').send(await vault.getAddress(), 9n)).wait();
  await (await (vault as Contract).getFunction('put').send(9n)).wait();
  assert.equal(await read('balanceOf', await vault.getAddress()), 9n);
  const [stolen] = await (vault as Contract).getFunction('takeByDelegate').staticCall(holder, 1n);
  assert.equal(stolen, false, 'the token runs for no other account');
});

test('a chain that continues from an exported one has the same tokens, and no other code in their place', () => {
  const network = openModuleChain(privateGenesis());
  const exported = network.exported();
  const again = openModuleChain(exported);
  const accountOf = ({ chain }: typeof network) => chain.headState().account(tokenAddress(kind));
  assert.deepEqual(accountOf(again), accountOf(network));
  assert.deepEqual(again.exported(), exported);
  const taken = new Map(exported.alloc).set(tokenAddress(kind), {
    ...{ balance: 0n, nonce: 1n, code: Uint8Array.of(0), storage: {} },
  });
  assert.throws(() => openModuleChain({ ...exported, alloc: taken }), /is the token GOLD of My Chain, and can have no/);
});
