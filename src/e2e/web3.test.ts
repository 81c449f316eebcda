import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ContractAbi, Web3 } from 'web3';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

describe('web3.js 4', () => {
  const closers: (() => Promise<void>)[] = [];
  let node: TestNode;
  let web3: Web3;

  before(async () => {
    node = await startTestNode({ after: (end) => void closers.push(end) });
    web3 = new Web3(node.urls.http);
  });
  after(async () => {
    for (const close of closers) await close();
  });

  test('reads the chain', async () => {
    assert.equal(await web3.eth.getChainId(), 9800n);
    assert.equal(await web3.eth.net.getId(), 9800n);
    assert.equal(await web3.eth.net.isListening(), true);
    assert.equal(await web3.eth.net.getPeerCount(), BigInt(node.peers));
    assert.match(await web3.eth.getNodeInfo(), /^qord\/v?\d/);
    const [first] = developmentAccounts;
    assert.equal(await web3.eth.getBalance(first?.address ?? ''), 10_000_000n * 10n ** 18n);
    const number = await web3.eth.getBlockNumber();
    assert.equal((await web3.eth.getBlock(number)).number, number);
  });

  test('deploys and calls a contract', async () => {
    const { abi, bytecode } = compileContract('Vault');
    const account = web3.eth.accounts.wallet.add(developmentAccounts[0]?.privateKey ?? '').get(0);
    const from = account?.address ?? '';
    const vault = await new web3.eth.Contract(abi as ContractAbi).deploy({ data: bytecode }).send({ from });
    const deposit = vault.methods.deposit;
    const deposits = vault.methods.deposits;
    assert.ok(deposit !== undefined && deposits !== undefined);
    const receipt = await deposit().send({ from, value: '7' });
    assert.equal(receipt.status, 1n);
    assert.equal(receipt.events?.Deposited?.returnValues.amount, 7n);
    assert.equal(await deposits(from).call(), 7n);
  });
});
