import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Contract, ContractFactory, type InterfaceAbi, Signature, TypedDataEncoder, zeroPadValue } from 'ethers';
import { createPublicClient, createWalletClient, erc20Abi, getContract, type Hex, http, parseAbiItem } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { bridgeAddress } from '../modules/addresses.ts';
import { tokenAddress } from '../modules/bridge/tokens.ts';
import { toChecksum } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import {
  assertLocked,
  attestAll,
  closeAndCount,
  depositAndAttest,
  foreign,
  openBridge,
  releaseOf,
  usdc,
} from '../testing/modules/bridge-node.ts';
import { compileContract } from '../testing/solidity.ts';

const token = toChecksum(tokenAddress(usdc)) as Hex;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (address: string) => zeroPadValue(address, 32).toLowerCase();
const nobody = `0x${'00'.repeat(20)}`;
const abi = [
  ...['name() view returns (string)', 'symbol() view returns (string)', 'decimals() view returns (uint8)'],
  ...['totalSupply() view returns (uint256)', 'balanceOf(address) view returns (uint256)'],
  ...['transfer(address,uint256) returns (bool)', 'approve(address,uint256) returns (bool)'],
  ...['allowance(address,address) view returns (uint256)', 'transferFrom(address,address,uint256) returns (bool)'],
  ...['nonces(address) view returns (uint256)', 'DOMAIN_SEPARATOR() view returns (bytes32)'],
  'eip712Domain() view returns (bytes1, string, string, uint256, address, bytes32, uint256[])',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
].map((signature) => `function ${signature}`);
const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};
const domain = { name: 'USDC of Ethereum', version: '1', chainId: 9800, verifyingContract: token };
const inAnHour = async (provider: { getBlock(tag: string): Promise<{ timestamp: number } | null> }) =>
  BigInt((await provider.getBlock('latest'))?.timestamp ?? 0) + 3_600n;

test('wallets hold a bridged asset as an ERC-20 token, from its deposit to its withdrawal', async (t) => {
  const fixture = await openBridge(t);
  const { provider, walletAt, status } = fixture;
  assert.equal(await provider.getCode(token), '0xfe');
  assert.equal(await fixture.bridgeOf(4).getFunction('tokenOf').staticCall('ethereum', 'USDC'), token);
  const { tokens } = await status();
  assert.deepEqual(
    tokens.find(({ asset }: { asset: string }) => asset === 'USDC'),
    { asset: 'USDC', token },
  );
  await depositAndAttest(fixture, '0x01', 300n);
  const [holder, other] = [walletAt(3).address, walletAt(4).address];

  const usd = new Contract(token, abi, walletAt(3));
  const read = (name: string, ...args: readonly unknown[]) => usd.getFunction(name).staticCall(...args);
  assert.deepEqual(await Promise.all(['name', 'symbol', 'decimals', 'totalSupply'].map((name) => read(name))), [
    'USDC of Ethereum',
    'USDC',
    6n,
    300n,
  ]);
  await (await usd.getFunction('transfer').send(other, 40n)).wait();
  assert.deepEqual([await read('balanceOf', holder), await read('balanceOf', other)], [260n, 40n]);
  await assert.rejects(read('transfer', other, 261n), /the account holds less of the asset: 260 \(25\)/);
  await assert.rejects(read('transfer', nobody, 1n), /nobody has the zero address \(31\)/);
  for (const own of [token, bridgeAddress])
    await assert.rejects(read('transfer', own, 1n), /one of the chain itself, from which nobody could move the asset/);
  await assert.rejects(walletAt(3).call({ to: token, value: 1n }), /no such call/);

  const account = privateKeyToAccount(developmentAccounts[4]?.privateKey as Hex);
  const transport = http(fixture.node.urls.http);
  const chain = {
    id: 9800,
    name: 'qor',
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
  const reader = createPublicClient({ transport, chain });
  const writer = createWalletClient({ transport, chain, account });
  const contract = getContract({ address: token, abi: erc20Abi, client: { public: reader, wallet: writer } });
  const hash = await contract.write.approve([holder as Hex, 25n]);
  await reader.waitForTransactionReceipt({ hash });
  assert.equal(await contract.read.allowance([other as Hex, holder as Hex]), 25n);
  await assert.rejects(read('transferFrom', other, holder, 26n), /the caller may move less of it: 25 \(35\)/);
  await (await usd.getFunction('transferFrom').send(other, holder, 20n)).wait();
  assert.deepEqual([await read('allowance', other, holder), await read('balanceOf', other)], [5n, 20n]);
  const [approval] = await contract.getEvents.Approval({ owner: other as Hex }, { fromBlock: 0n });
  assert.equal(approval?.args.value, 25n);

  await fixture.send(3, 'withdraw', 'ethereum', foreign, 'USDC', 100n);
  await attestAll(fixture, releaseOf(fixture, 1, 100n));
  assert.equal(await read('totalSupply'), 200n);
  const logs = await provider.getLogs({ address: token, topics: [transferTopic], fromBlock: 0 });
  const moved = logs.map(({ topics, data }) => [topics[1], topics[2], BigInt(data)]);
  assert.deepEqual(moved, [
    [word(nobody), word(holder), 300n],
    [word(holder), word(other), 40n],
    [word(other), word(holder), 20n],
    [word(holder), word(bridgeAddress), 100n],
    [word(bridgeAddress), word(nobody), 100n],
  ]);
  await assertLocked(fixture, 200n);
  await closeAndCount(fixture);
});

test('a deposit that a hook mints is an event of its block, and of no receipt', async (t) => {
  const fixture = await openBridge(t);
  const { provider, walletAt } = fixture;
  await depositAndAttest(fixture, '0x01', 400n);
  const holder = walletAt(3).address;
  const usd = new Contract(token, abi, provider);
  const balance = () => usd.getFunction('balanceOf').staticCall(holder);
  assert.equal(await balance(), 0n, 'it waits for its challenge period');
  await provider.send('evm_increaseTime', [61]);
  await provider.send('evm_mine', []);
  assert.equal(await balance(), 400n);
  const height = await provider.send('eth_blockNumber', []);
  const { events } = await provider.send('qord_getBlockEffects', [height]);
  const minted = events.filter(({ address }: { address: string }) => address === token.toLowerCase());
  assert.deepEqual(
    minted.map(({ topics, data }: { topics: string[]; data: string }) => [...topics, BigInt(data)]),
    [[transferTopic, word(nobody), word(holder), 400n]],
  );
  assert.deepEqual(await provider.getLogs({ address: token, fromBlock: 0 }), []);
  await closeAndCount(fixture);
});

test('a contract that knows only ERC-20 and permits keeps a bridged asset', async (t) => {
  const fixture = await openBridge(t);
  const { provider, walletAt } = fixture;
  await depositAndAttest(fixture, '0x01', 300n);
  const owner = walletAt(3);
  const usd = new Contract(token, abi, owner);
  const read = (name: string, ...args: readonly unknown[]) => usd.getFunction(name).staticCall(...args);
  const { abi: vaultAbi, bytecode } = compileContract('TokenVault');
  const vault = await new ContractFactory(vaultAbi as InterfaceAbi, bytecode, owner).deploy(token);
  await vault.waitForDeployment();
  const at = await vault.getAddress();
  const act = async (name: string, ...args: readonly unknown[]) =>
    (await (vault as Contract).getFunction(name).send(...args, { gasLimit: 1_000_000n })).wait();

  assert.equal(await read('DOMAIN_SEPARATOR'), TypedDataEncoder.hashDomain(domain));
  const [fields, name, version, chainId, verifying] = await read('eip712Domain');
  assert.deepEqual([fields, name, version, chainId, verifying], ['0x0f', domain.name, '1', 9800n, token]);
  const deadline = await inAnHour(provider);
  const permit = { owner: owner.address, spender: at, value: 70n, nonce: 0n, deadline };
  const { v, r, s } = Signature.from(await owner.signTypedData(domain, permitTypes, permit));
  const given = [owner.address, at, 70n];
  await assert.rejects(read('permit', ...given.slice(0, 2), 71n, deadline, v, r, s), /not signed by the owner.*\(37\)/);
  await assert.rejects(read('permit', ...given, 1n, v, r, s), /the deadline of the permit is over \(36\)/);
  const high = `0x${(0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(s)).toString(16).padStart(64, '0')}`;
  await assert.rejects(read('permit', ...given, deadline, v === 27 ? 28 : 27, r, high), /\(37\)/, 'the higher form');
  await act('putWithPermit', 70n, deadline, v, r, s);
  await assert.rejects(read('permit', ...given, deadline, v, r, s), /\(37\)/, 'once');
  assert.deepEqual([await read('nonces', owner.address), await read('balanceOf', at)], [1n, 70n]);

  const most = 2n ** 256n - 1n;
  await (await usd.getFunction('approve').send(at, most)).wait();
  await act('put', 30n);
  assert.equal(await read('allowance', owner.address, at), most, 'an endless one stays');
  await act('take', 55n);
  const stolen = await (vault as Contract).getFunction('takeByDelegate').staticCall(owner.address, 1n);
  assert.equal(stolen[0], false, 'the token runs for no other account');
  assert.deepEqual([await read('balanceOf', at), await read('balanceOf', owner.address)], [45n, 255n]);
  const viem = createPublicClient({ transport: http(fixture.node.urls.http) });
  const events = await viem.getLogs({
    address: token,
    event: parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)'),
    args: { from: at as Hex },
    fromBlock: 0n,
  });
  assert.deepEqual(
    events.map(({ args }) => args.value),
    [55n],
  );
  await assertLocked(fixture, 300n);
  await closeAndCount(fixture);
});
