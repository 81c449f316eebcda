import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseEther,
  parseGwei,
} from 'viem';
import { errorText, postJson, requestText } from '../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const stranger: Address = `0x${'ab'.repeat(20)}`;
const contract: Address = `0x${'cd'.repeat(20)}`;
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;

function clientsOf(node: TestNode, mode: 'anvil' | 'hardhat') {
  const chain = defineChain({
    id: 9800,
    name: 'qord development',
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: { default: { http: [node.urls.http] } },
  });
  const options = { chain, transport: http(), pollingInterval: 20, cacheTime: 0 };
  return {
    tool: createTestClient({ ...options, mode }),
    reader: createPublicClient(options),
    wallet: createWalletClient(options),
  };
}

for (const mode of ['anvil', 'hardhat'] as const) {
  describe(`viem's test client for ${mode}`, () => {
    const closers: (() => Promise<void>)[] = [];
    let clients: ReturnType<typeof clientsOf>;

    before(async () => {
      const flags = {
        'consensus.block-interval': '0s',
        'development.client-version': mode === 'hardhat' ? 'HardhatNetwork/2.22.0/qord' : '',
      };
      clients = clientsOf(await startTestNode({ after: (end) => void closers.push(end) }, { flags }), mode);
    });
    after(async () => {
      for (const close of closers) await close();
    });

    test('sets balance, nonce, code and storage of accounts', async () => {
      const { tool, reader } = clients;
      await tool.setBalance({ address: stranger, value: parseEther('5') });
      assert.equal(await reader.getBalance({ address: stranger }), parseEther('5'));
      await tool.setNonce({ address: stranger, nonce: 7 });
      assert.equal(await reader.getTransactionCount({ address: stranger }), 7);
      await tool.setCode({ address: contract, bytecode: '0x60005460005260206000f3' });
      await tool.setStorageAt({ address: contract, index: 0, value: word(17) });
      assert.equal((await reader.call({ to: contract })).data, word(17));
    });

    test('impersonates an account', async () => {
      const { tool, reader, wallet } = clients;
      await tool.impersonateAccount({ address: stranger });
      const hash = await wallet.sendTransaction({ account: stranger, to: contract, value: 0n });
      const receipt = await reader.waitForTransactionReceipt({ hash });
      assert.deepEqual([receipt.from, receipt.status], [stranger, 'success']);
      await tool.stopImpersonatingAccount({ address: stranger });
      await assert.rejects(wallet.sendTransaction({ account: stranger, to: contract }), /unknown account/);
    });

    test('makes blocks, and sets their time and fee', async () => {
      const { tool, reader } = clients;
      const height = await reader.getBlockNumber();
      await tool.mine({ blocks: 3 });
      assert.equal(await reader.getBlockNumber(), height + 3n);
      const { timestamp } = await reader.getBlock();
      await tool.setNextBlockTimestamp({ timestamp: timestamp + 5000n });
      await tool.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('250') });
      await tool.mine({ blocks: 1 });
      const block = await reader.getBlock();
      assert.deepEqual([block.timestamp, block.baseFeePerGas], [timestamp + 5000n, parseGwei('250')]);
      await tool.increaseTime({ seconds: 1000 });
      await tool.mine({ blocks: 1 });
      assert.ok((await reader.getBlock()).timestamp >= timestamp + 6000n);
    });

    test('makes empty blocks at an interval of seconds', async () => {
      const { tool, reader } = clients;
      const height = await reader.getBlockNumber();
      await tool.setIntervalMining({ interval: 1 });
      await until(async () => (await reader.getBlockNumber()) >= height + 2n, 'two empty blocks');
      await tool.setIntervalMining({ interval: 0 });
    });

    test('sends prepared transactions from an account of the node', async () => {
      const { reader, wallet } = clients;
      const [account] = await wallet.getAddresses();
      assert.ok(account);
      const ask = (method: string, ...params: readonly unknown[]) =>
        postJson(
          reader.chain.rpcUrls.default.http[0] ?? '',
          requestText(
            method,
            params.map((each) => JSON.stringify(each)),
          ),
        );
      const filled = (await ask('eth_fillTransaction', { from: account, to: stranger, value: '0x1' })).result as {
        readonly tx: Record<string, Hex>;
      };
      assert.equal('gasPrice' in filled.tx, false);
      const request = { ...filled.tx, from: account };
      for (const method of ['eth_signTransaction', 'eth_sendTransaction']) {
        const { error } = await ask(method, { ...request, gasPrice: filled.tx.maxFeePerGas });
        assert.equal(error, undefined);
        assert.match(errorText(await ask(method, { ...request, gasPrice: '0x1' })), /^-32602 .*both gasPrice and/);
      }
      const prepared = await wallet.prepareTransactionRequest({ account, to: stranger, value: 1n });
      const hash = await wallet.sendTransaction(prepared as unknown as Parameters<typeof wallet.sendTransaction>[0]);
      const receipt = await reader.waitForTransactionReceipt({ hash });
      assert.equal(receipt.type, 'eip1559');
    });

    test('sets the interval of timestamps', {
      skip: mode === 'hardhat' && 'Hardhat has no such method',
    }, async () => {
      const { tool, reader } = clients;
      const { timestamp } = await reader.getBlock();
      await tool.setBlockTimestampInterval({ interval: 77 });
      await tool.mine({ blocks: 2 });
      assert.equal((await reader.getBlock()).timestamp, timestamp + 154n);
      await tool.removeBlockTimestampInterval();
      await tool.mine({ blocks: 1 });
      assert.notEqual((await reader.getBlock()).timestamp, timestamp + 231n);
    });

    test('stops automatic mining, reads the pool, drops transactions', async () => {
      const { tool, wallet } = clients;
      await tool.setAutomine(false);
      assert.equal(await tool.getAutomine(), false);
      const [account] = await wallet.getAddresses();
      assert.ok(account);
      const hash = await wallet.sendTransaction({ account, to: stranger, value: 1n });
      assert.deepEqual(await tool.getTxpoolStatus(), { pending: 1, queued: 0 });
      const content = await tool.getTxpoolContent();
      assert.equal(Object.values(content.pending[account] ?? {})[0]?.hash, hash);
      await tool.dropTransaction({ hash });
      assert.deepEqual(await tool.getTxpoolStatus(), { pending: 0, queued: 0 });
      await tool.setAutomine(true);
    });

    test('reverts to a snapshot, and resets the chain', async () => {
      const { tool, reader } = clients;
      const before = await reader.getBalance({ address: stranger });
      const id = await tool.snapshot();
      await tool.setBalance({ address: stranger, value: 1n });
      const state = await tool.dumpState();
      await tool.revert({ id });
      assert.equal(await reader.getBalance({ address: stranger }), before);
      await tool.loadState({ state });
      assert.equal(await reader.getBalance({ address: stranger }), 1n);
      await tool.reset();
      assert.equal(await reader.getBlockNumber(), 0n);
      assert.equal(await reader.getBalance({ address: stranger }), 0n);
    });
  });
}
