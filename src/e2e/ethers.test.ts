import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Contract, ContractFactory, type InterfaceAbi, isError, parseEther, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { EndingProvider } from '../testing/node/ending-provider.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const [owner, stranger] = developmentAccounts.map(({ privateKey }) => privateKey);
const vault = compileContract('Vault');

describe('ethers 6', () => {
  const closers: (() => Promise<void>)[] = [];
  let node: TestNode;
  let provider: EndingProvider;
  let wallet: Wallet;
  let address: string;
  const contract = () => new Contract(address, vault.abi as InterfaceAbi, wallet);

  before(async () => {
    node = await startTestNode({ after: (end) => void closers.push(end) });
    provider = new EndingProvider(node.urls.http, undefined, { pollingInterval: 20, cacheTimeout: -1 });
    wallet = new Wallet(owner ?? '', provider);
  });
  after(async () => {
    await provider.end();
    for (const close of closers) await close();
  });

  test('network, block and balance', async () => {
    assert.equal((await provider.getNetwork()).chainId, 9800n);
    assert.equal(await provider.getBalance(wallet.address), 10_000_000n * 10n ** 18n);
    const number = await provider.getBlockNumber();
    assert.equal((await provider.getBlock(number))?.number, number);
  });

  test('deploy, send value, read an event', async () => {
    const deployed = await new ContractFactory(vault.abi as InterfaceAbi, vault.bytecode, wallet).deploy();
    await deployed.waitForDeployment();
    address = await deployed.getAddress();
    const sent = await contract()
      .getFunction('deposit')
      .send({ value: parseEther('2') });
    const receipt = await sent.wait();
    assert.equal(receipt?.status, 1);
    const events = await contract().queryFilter('Deposited', receipt?.blockNumber);
    assert.equal(events.length, 1);
    assert.equal(await contract().getFunction('deposits').staticCall(wallet.address), parseEther('2'));
  });

  test('a revert reason, and a custom error with its data', async () => {
    await assert.rejects(contract().getFunction('deposit').send(), (error) => {
      assert.ok(isError(error, 'CALL_EXCEPTION'));
      assert.equal(error.reason, 'nothing sent');
      return true;
    });
    await assert.rejects(contract().getFunction('withdraw').staticCall(parseEther('3')), (error) => {
      assert.ok(isError(error, 'CALL_EXCEPTION'));
      assert.equal(error.revert?.name, 'TooMuch');
      assert.deepEqual([...(error.revert?.args ?? [])], [parseEther('3'), parseEther('2')]);
      return true;
    });
  });

  test('errors by their ethers code', async () => {
    const poor = new Wallet(`0x${'17'.repeat(32)}`, provider);
    await assert.rejects(poor.sendTransaction({ to: wallet.address, value: 1n }), (error) =>
      isError(error, 'INSUFFICIENT_FUNDS'),
    );
    await assert.rejects(wallet.sendTransaction({ to: wallet.address, nonce: 0 }), (error) =>
      isError(error, 'NONCE_EXPIRED'),
    );
    await assert.rejects(provider.send('eth_noSuchMethod', []), (error) => isError(error, 'UNSUPPORTED_OPERATION'));
  });

  test('types 0, 1, 2 and 4', async () => {
    const fees = await provider.getFeeData();
    const gasPrice = fees.gasPrice ?? 0n;
    const authorizer = new Wallet(stranger ?? '', provider);
    const authorization = await authorizer.authorize({ address, nonce: 0 });
    for (const request of [
      { type: 0, gasPrice },
      { type: 1, gasPrice, accessList: [] },
      { type: 2 },
      { type: 4, authorizationList: [authorization], gasLimit: 100_000n },
    ]) {
      const sent = await wallet.sendTransaction({ to: wallet.address, value: 1n, ...request });
      const receipt = await sent.wait();
      assert.equal(receipt?.status, 1);
      assert.equal((await provider.getTransaction(sent.hash))?.type, request.type);
    }
    assert.equal(await provider.getCode(authorizer.address), `0xef0100${address.slice(2).toLowerCase()}`);
  });

  test('everything is still there after a restart', async () => {
    const height = await provider.getBlockNumber();
    const balance = await provider.getBalance(wallet.address, height);
    await provider.end();
    await node.restart();
    provider = new EndingProvider(node.urls.http, undefined, { pollingInterval: 20, cacheTimeout: -1 });
    wallet = new Wallet(owner ?? '', provider);
    assert.ok((await provider.getBlockNumber()) >= height);
    assert.equal(await provider.getBalance(wallet.address, height), balance);
    assert.equal(await contract().getFunction('deposits').staticCall(wallet.address), parseEther('2'));
    const sent = await contract().getFunction('withdraw').send(parseEther('1'));
    assert.equal((await sent.wait())?.status, 1);
  });
});
