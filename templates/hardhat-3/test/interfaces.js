import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, PublicKey } from '@solana/web3.js';
import { network } from 'hardhat';

const { ethers } = await network.create('qord');
const { QORD_SVM_URL = 'http://127.0.0.1:8899' } = process.env; // `qord start --exec` sets it

test('EVM: a contract is deployed and called', async () => {
  const counter = await ethers.deployContract('Counter');
  await (await counter.add(42)).wait();
  assert.equal(await counter.number(), 42n);
  await assert.rejects(counter.add.staticCall(59), ({ data }) => {
    const { name, args } = counter.interface.parseError(data);
    return name === 'TooLarge' && args.join() === '101,100';
  });
});

test('SVM: a transfer arrives, 1 QOR is 10^9 lamports', async () => {
  const [account] = await ethers.getSigners();
  const { address: to } = ethers.Wallet.createRandom();
  await (await account.sendTransaction({ to, value: ethers.parseEther('1.5') })).wait();
  // there an account has 32 bytes: its 20, and 12 zeros
  const key = new PublicKey(Buffer.concat([Buffer.from(to.slice(2), 'hex'), Buffer.alloc(12)]));
  assert.equal(await new Connection(QORD_SVM_URL, 'confirmed').getBalance(key), 1_500_000_000);
});

test('qor_: a native module is called like a contract, and tells the same', async () => {
  const [account] = await ethers.getSigners();
  const abi = [
    'function lock(uint256 amount)',
    'function positionOf(address owner) view returns (uint256 amount, uint256, uint256, uint256)',
  ];
  const xqore = await ethers.getContractAt(abi, '0x0000000000000000000000000000000000000d01');
  await (await xqore.lock(5_000_000n)).wait(); // 5 QOR
  const [amount] = await xqore.positionOf(account);
  assert.ok(amount >= 5_000_000n);
  const position = await ethers.provider.send('qor_getXQOREPosition', [account.address]);
  assert.equal(position.locked_amount, String(amount));
});
