import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Contract, ContractFactory, getBytes, type InterfaceAbi, parseEther, Wallet } from 'ethers';
import { abstractaccountAddress } from '../modules/addresses.ts';
import { startWithModule, statusOf } from '../testing/node/node-contracts.ts';
import { compileSolidity } from '../testing/solidity.ts';

const source = `
contract Orders {
    uint256 public done;
    function heavy() external { for (uint256 i = 0; i < 3000; i++) done = done + 1; }
    function careful() external { try this.heavy() {} catch {} }
    function relay(address module, bytes calldata order) external payable {
        (bool ok, bytes memory data) = module.call(order);
        if (!ok) assembly { revert(add(data, 32), mload(data)) }
    }
    function take(address module, bytes calldata create, bytes calldata register) external payable {
        this.relay(module, create);
        this.relay(module, register);
    }
    function mirror() external payable { payable(msg.sender).transfer(msg.value); }
}`;

/** Account 1 has a session key and a contract; account 2 relays what the key signs. */
async function start(t: TestContext) {
  const started = await startWithModule(t, 'IAbstractaccount', abstractaccountAddress);
  const { node, provider, contracts } = started;
  const [, own, relayer] = contracts;
  const { address: account = '', privateKey = '' } = node.accounts[1] ?? {};
  const recipient = node.accounts[3]?.address ?? '';
  const { abi, bytecode } = compileSolidity('Orders', source);
  const deployed = await new ContractFactory(abi as InterfaceAbi, bytecode, new Wallet(privateKey, provider)).deploy();
  await deployed.waitForDeployment();
  const to = (await deployed.getAddress()).toLowerCase();
  const key = Wallet.createRandom();
  const signer = [account, 'secp256k1', key.address.toLowerCase()] as const;
  const nonceOf = async () => BigInt(await provider.getTransactionCount(account, 'latest'));
  assert.equal(await statusOf(own, 'create', 'session_based'), 1);
  assert.equal(await statusOf(own, 'registerAuthenticator', ...signer.slice(1), ['all'], 0n, 'game'), 1);
  /** A signed order as the arguments of executeEvm; `gas` is signed in version 2 only. */
  const order = async (
    version: 'evmDigest' | 'evmDigestV2',
    target: string,
    value: bigint,
    data: string,
    gas: bigint,
    nonce?: bigint,
  ) => {
    const message = [target, value, data, nonce ?? (await nonceOf())] as const;
    const signed = version === 'evmDigest' ? message : [...message, gas];
    const digest = await own?.getFunction(version).staticCall(...signer, ...signed);
    const signature = await key.signMessage(getBytes(digest));
    return [...signer, signature, ...message, gas] as const;
  };
  const call = (name: string, ...args: readonly unknown[]) => deployed.interface.encodeFunctionData(name, args);
  const done = async () => BigInt(await (deployed as Contract).getFunction('done').staticCall());
  const relay = (args: readonly unknown[]) => statusOf(relayer, 'executeEvm', ...args);
  return { ...started, own, relayer, key, to, recipient, order, call, done, relay, nonceOf };
}

test('whoever relays an order cannot starve a frame of it: version 1 is undone, version 2 signs the gas', async (t) => {
  const { to, order, call, done, relay, nonceOf } = await start(t);
  const before = await nonceOf();
  const careful = call('careful');
  const older = await order('evmDigest', to, 0n, careful, 300_000n);
  assert.equal(await relay(older), 0, 'the contract would catch the failure of its call');
  assert.equal(await nonceOf(), before, 'and the signature still counts');
  assert.equal(await relay([...older.slice(0, -1), 3_000_000n]), 1);
  assert.equal(await done(), 3_000n);

  const newer = await order('evmDigestV2', to, 0n, careful, 3_000_000n);
  assert.equal(await relay([...newer.slice(0, -1), 300_000n]), 0, 'other gas than was signed');
  assert.equal(await nonceOf(), before + 1n);
  assert.equal(await relay(newer), 1);
  assert.equal(await done(), 6_000n);
  const little = await order('evmDigestV2', to, 0n, careful, 300_000n);
  assert.equal(await relay(little), 1, 'what the key itself has signed');
  assert.deepEqual([await done(), await nonceOf()], [6_000n, before + 3n]);
});

test('limits count what goes out: once for orders within orders, and also what comes back', async (t) => {
  const { own, relayer, to, recipient, order, call, relay, nonceOf, provider } = await start(t);
  assert.equal(await statusOf(own, 'setSpendingRule', 'game', 10n * 10n ** 6n, 4n * 10n ** 6n, true), 1);
  const target = recipient.toLowerCase();
  const inner = await order('evmDigestV2', target, parseEther('3'), '0x', 100_000n, (await nonceOf()) + 1n);
  const nested = relayer?.interface.encodeFunctionData('executeEvm', inner);
  const outer = await order('evmDigestV2', to, 0n, call('relay', abstractaccountAddress, nested), 1_000_000n);
  const before = await provider.getBalance(recipient);
  assert.equal(await relay(outer), 1, '3 QOR count as 3');
  assert.equal((await provider.getBalance(recipient)) - before, parseEther('3'));
  assert.equal(await relay(await order('evmDigestV2', to, parseEther('4'), call('mirror'), 200_000n)), 1);
  assert.equal(await relay(await order('evmDigestV2', to, parseEther('4'), call('mirror'), 200_000n)), 0, '11 of 10');
  assert.equal(await relay(await order('evmDigestV2', target, parseEther('3'), '0x', 100_000n)), 1);
  assert.equal(await relay(await order('evmDigestV2', target, 1n, '0x', 100_000n)), 0, 'nothing is left');
  const free = await order('evmDigestV2', target, 0n, '0x', 100_000n, (await nonceOf()) + 1n);
  assert.equal(
    await statusOf(own, 'executeEvm', ...free),
    1,
    'gas that the account pays as its own relayer is no part',
  );
});

test('orders of two accounts, one within the other, count for the account that pays', async (t) => {
  const { node, contracts, own, relayer, to, recipient, order, call, relay, provider } = await start(t);
  const other = contracts[4];
  const account = node.accounts[4]?.address ?? '';
  const key = Wallet.createRandom();
  const signer = [account, 'secp256k1', key.address.toLowerCase()] as const;
  assert.equal(await statusOf(other, 'create', 'session_based'), 1);
  assert.equal(await statusOf(other, 'registerAuthenticator', ...signer.slice(1), ['all'], 0n, 'game'), 1);
  for (const owner of [own, other])
    assert.equal(await statusOf(owner, 'setSpendingRule', 'game', 5n * 10n ** 6n, 0n, true), 1);
  const pays = async (value: string) => {
    const nonce = await provider.getTransactionCount(account, 'latest');
    const message = [recipient.toLowerCase(), parseEther(value), '0x', nonce, 100_000n] as const;
    const digest = await other?.getFunction('evmDigestV2').staticCall(...signer, ...message);
    return [...signer, await key.signMessage(getBytes(digest)), ...message] as const;
  };
  const within = async (inner: readonly unknown[], value: string) => {
    const data = call('relay', abstractaccountAddress, relayer?.interface.encodeFunctionData('executeEvm', inner));
    return order('evmDigestV2', to, parseEther(value), data, 1_000_000n);
  };
  assert.equal(await relay(await within(await pays('5'), '4')), 1);
  assert.equal(await relay(await pays('0.000001')), 0, 'the inner account has paid 5 of 5');
  assert.equal(await relay(await order('evmDigestV2', recipient.toLowerCase(), parseEther('2'), '0x', 50_000n)), 0);
  assert.equal(await relay(await order('evmDigestV2', recipient.toLowerCase(), parseEther('1'), '0x', 50_000n)), 1);
});

test('an order that has its key taken by another account while it runs is not free of limits', async (t) => {
  const { own, to, key, order, call, relay, provider } = await start(t);
  assert.equal(await statusOf(own, 'setSpendingRule', 'game', 10n * 10n ** 6n, 4n * 10n ** 6n, true), 1);
  const named = ['secp256k1', key.address.toLowerCase()] as const;
  const digest = await own?.getFunction('authenticatorDigest').staticCall(to, ...named);
  const encode = (name: string, ...args: unknown[]) => own?.interface.encodeFunctionData(name, args) ?? '0x';
  const proof = await key.signMessage(getBytes(digest));
  const register = encode('registerAuthenticatorWithProof', ...named, ['all'], 0n, 'mine', proof);
  const take = call('take', abstractaccountAddress, encode('create', 'session_based'), register);
  assert.equal(await relay(await order('evmDigestV2', to, parseEther('100'), take, 1_500_000n)), 0);
  assert.equal(await provider.getBalance(to), 0n);
  assert.equal(await relay(await order('evmDigestV2', to, 0n, take, 1_500_000n)), 1, 'which costs the account nothing');
});
