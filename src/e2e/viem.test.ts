import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
  toRlp,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const [firstKey, secondKey] = developmentAccounts.map(({ privateKey }) => privateKey);
const vault = compileContract('Vault');
const abi = vault.abi as unknown as Abi;

function clientsOf(node: TestNode) {
  const chain = defineChain({
    id: 9800,
    name: 'qord development',
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: { default: { http: [node.urls.http] } },
  });
  const account = privateKeyToAccount(firstKey ?? '0x');
  const options = { chain, transport: http(), pollingInterval: 20 };
  return {
    reader: createPublicClient(options),
    wallet: createWalletClient({ ...options, account }).extend(publicActions),
  };
}

describe('viem', () => {
  const closers: (() => Promise<void>)[] = [];
  let node: TestNode;
  let clients: ReturnType<typeof clientsOf>;
  let address: Address;

  before(async () => {
    node = await startTestNode({ after: (end) => void closers.push(end) });
    clients = clientsOf(node);
  });
  after(async () => {
    for (const close of closers) await close();
  });

  test('deploy, transfer, read an event', async () => {
    const { reader, wallet } = clients;
    const deployed = await wallet.waitForTransactionReceipt({
      hash: await wallet.deployContract({ abi, bytecode: vault.bytecode }),
    });
    address = deployed.contractAddress ?? '0x';
    const to = privateKeyToAccount(secondKey ?? '0x').address;
    const before = await reader.getBalance({ address: to });
    const hash = await wallet.sendTransaction({ to, value: parseEther('1.5') });
    assert.equal((await wallet.waitForTransactionReceipt({ hash })).status, 'success');
    assert.equal((await reader.getBalance({ address: to })) - before, parseEther('1.5'));

    const deposit = await wallet.writeContract({ address, abi, functionName: 'deposit', value: 5n });
    const { blockNumber, logs } = await wallet.waitForTransactionReceipt({ hash: deposit });
    assert.equal(logs.length, 1);
    const found = await reader.getContractEvents({ address, abi, eventName: 'Deposited', fromBlock: blockNumber });
    assert.equal(found[0]?.transactionHash, deposit);
  });

  test('a custom error arrives decoded', async () => {
    await assert.rejects(
      clients.wallet.simulateContract({ address, abi, functionName: 'withdraw', args: [9n] }),
      (error) => {
        assert.ok(error instanceof BaseError);
        const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
        assert.ok(revert instanceof ContractFunctionRevertedError);
        assert.equal(revert.data?.errorName, 'TooMuch');
        assert.deepEqual(revert.data?.args, [9n, 5n]);
        return true;
      },
    );
  });

  test('the hash of a block is the hash of its header', async () => {
    const block = await clients.reader.getBlock();
    const number = (value: bigint | number): Hex => (BigInt(value) === 0n ? '0x' : evenHex(BigInt(value)));
    const raw = (await clients.reader.request({
      method: 'eth_getBlockByNumber',
      params: [`0x${block.number.toString(16)}`, false],
    })) as unknown as Record<string, Hex>;
    const field = (name: string): Hex => raw[name] ?? '0x';
    const header: Hex[] = [
      ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'].map(field),
      number(BigInt(field('difficulty'))),
      ...[block.number, block.gasLimit, block.gasUsed, block.timestamp].map(number),
      ...['extraData', 'mixHash', 'nonce'].map(field),
      number(block.baseFeePerGas ?? 0n),
      field('withdrawalsRoot'),
      ...[block.blobGasUsed, block.excessBlobGas].map(number),
      ...['parentBeaconBlockRoot', 'requestsHash'].map(field),
    ];
    assert.equal(keccak256(toRlp(header)), block.hash);
  });

  test('fees never fall below the floor', async () => {
    const { reader } = clients;
    assert.ok((await reader.getGasPrice()) >= 10n ** 11n);
    const history = await reader.getFeeHistory({ blockCount: 4, rewardPercentiles: [50] });
    assert.ok(history.baseFeePerGas.every((fee) => fee >= 10n ** 11n));
  });
});

function evenHex(value: bigint): Hex {
  const digits = value.toString(16);
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}
