import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  domainSeparator,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  parseAbi,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const deployers = ['0x4e59b44847b379578588920ca78fbf26c0b4956c', '0x914d7fec6aac8cd542e72bca78b30650d45643d7'] as const;
const multicall3 = { address: '0xca11bde05977b3631167028862be2a173976ca11' } as const;
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032';
const senderCreator = '0xefc2c1444ebcc4db75e7613d20c6a62ff67a167c';
const all = [...deployers, multicall3.address, permit2, entryPoint, senderCreator] as const;

const entryPointAbi = parseAbi([
  'function depositTo(address) payable',
  'function balanceOf(address) view returns (uint256)',
  'function getSenderAddress(bytes)',
  'error SenderAddressResult(address)',
]);

async function start(t: TestContext, flags: Record<string, string> = {}) {
  const node = await startTestNode(t, { flags });
  const chainId = Number(node.node.chain.reader.identity.chainId);
  const chain = defineChain({
    id: chainId,
    name: 'development',
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: { default: { http: [node.urls.http] } },
    contracts: { multicall3 },
  });
  const account = privateKeyToAccount(node.accounts[0]?.privateKey ?? '0x');
  const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 });
  const wallet = createWalletClient({ chain, account, transport: http() });
  return { node, chainId, reader, wallet };
}

test('Multicall3 has the bytes that it has on other chains', async (t) => {
  const { reader } = await start(t);
  const code = (await reader.getCode(multicall3)) ?? '0x';
  // as Ethereum has it: extcodehash of its address there
  assert.equal(keccak256(code), '0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891');
});

test('a home keeps whether it began with them, and another value is an error', async (t) => {
  const folder = temporaryFolder(t);
  const startIn = async (home: string, ...words: readonly string[]) => {
    return await runQord(['start', '--home', join(folder, home), '--port', '0', ...words, '--exec', 'exit 0']);
  };
  const wanted =
    /^qord: \[development\] preinstalls: the network of .*genesis\.json began with (true|false); leave it out/;
  assert.equal((await startIn('with')).code, 0);
  const without = await startIn('with', '--development.preinstalls', 'false');
  assert.deepEqual([without.code, wanted.exec(without.stderr)?.[1]], [3, 'true'], without.stderr);
  assert.equal((await startIn('with', '--development.preinstalls', 'true')).code, 0);
  assert.equal((await startIn('bare', '--disable-default-create2-deployer')).code, 0);
  assert.equal((await startIn('bare')).code, 0, 'it is kept');
  assert.equal((await startIn('bare', '--development.preinstalls', 'false')).code, 0);
  const added = await startIn('bare', '--development.preinstalls', 'true');
  assert.deepEqual([added.code, wanted.exec(added.stderr)?.[1]], [3, 'false'], added.stderr);
});

test('both deployers create a contract at the address that follows from its code', async (t) => {
  const { reader, wallet } = await start(t);
  const initcode: Hex = '0x60015f5360015ff3'; // the code 0x01
  const salt: Hex = `0x${'07'.repeat(32)}`;
  for (const from of deployers) {
    const hash = await wallet.sendTransaction({ to: from, data: `${salt}${initcode.slice(2)}` as Hex });
    await reader.waitForTransactionReceipt({ hash });
    const address = getContractAddress({ opcode: 'CREATE2', from, salt, bytecode: initcode });
    assert.equal(await reader.getCode({ address }), '0x01', from);
  }
});

test('Multicall3 joins reads, of Permit2 and EntryPoint too; the domain of Permit2 is that of the chain', async (t) => {
  for (const flags of [{}, { 'genesis.chain-id': '31337' }]) {
    const { reader, chainId, wallet } = await start(t, flags);
    const permitAbi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)']);
    const [domain, deposit] = await reader.multicall({
      allowFailure: false,
      contracts: [
        { address: permit2, abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' },
        { address: entryPoint, abi: entryPointAbi, functionName: 'balanceOf', args: [wallet.account.address] },
      ],
    });
    assert.equal(domain, domainSeparator({ domain: { name: 'Permit2', chainId, verifyingContract: permit2 } }));
    assert.equal(deposit, 0n);
  }
});

test('EntryPoint takes deposits and asks its creator of accounts', async (t) => {
  const { reader, wallet } = await start(t);
  const args = [wallet.account.address] as const;
  const hash = await wallet.writeContract({
    address: entryPoint,
    abi: entryPointAbi,
    functionName: 'depositTo',
    args,
    value: 5n,
  });
  assert.equal((await reader.waitForTransactionReceipt({ hash })).status, 'success');
  assert.equal(
    await reader.readContract({ address: entryPoint, abi: entryPointAbi, functionName: 'balanceOf', args }),
    5n,
  );
  // a factory that returns the word 9, whatever it is asked
  const factory = `0x${'fa'.repeat(20)}` as const;
  await wallet.request({ method: 'anvil_setCode', params: [factory, '0x60095f5260205ff3'] } as never);
  await assert.rejects(
    reader.simulateContract({
      address: entryPoint,
      abi: entryPointAbi,
      functionName: 'getSenderAddress',
      args: [factory],
    }),
    /SenderAddressResult\(address\)\s+\(0x0000000000000000000000000000000000000009\)/,
  );
});

test('a fork has the contracts of its origin, with what they hold; without preinstalls there are none', async (t) => {
  const origin = await start(t);
  const args = [origin.wallet.account.address] as const;
  const write = { address: entryPoint, abi: entryPointAbi, functionName: 'depositTo', args, value: 7n } as const;
  const hash = await origin.wallet.writeContract(write);
  await origin.reader.waitForTransactionReceipt({ hash });
  const fork = await start(t, { 'fork.url': origin.node.urls.http });
  const read = { address: entryPoint, abi: entryPointAbi, functionName: 'balanceOf', args } as const;
  assert.equal(await fork.reader.readContract(read), 7n);
  assert.equal(await fork.reader.getBalance({ address: entryPoint }), 7n);
  const bare = await start(t, { 'development.preinstalls': 'false' });
  for (const address of all) assert.equal(await bare.reader.getCode({ address }), undefined, address);
  const later = await start(t, { 'fork.url': bare.node.urls.http });
  for (const address of all) assert.notEqual(await later.reader.getCode({ address }), undefined, address);
});
