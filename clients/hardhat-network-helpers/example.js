// hardhat-network-helpers: every helper with Hardhat 2, on a fork (HELPERS_URL) of QORD_URL, and its reset to other blocks.
const assert = require('node:assert/strict');
const helpers = require('@nomicfoundation/hardhat-network-helpers');
const { ethers, network } = require('hardhat');

const account = `0x${'00'.repeat(17)}48656c`;
const origin = new ethers.JsonRpcProvider(process.env.QORD_URL);

async function blocks() {
  const start = await helpers.time.latestBlock();
  await helpers.mine();
  await helpers.mine(3, { interval: 10 });
  assert.equal(await helpers.time.latestBlock(), start + 4);
  await helpers.mineUpTo(start + 6);
  assert.equal(await helpers.time.latestBlock(), start + 6);

  const now = await helpers.time.latest();
  assert.ok((await helpers.time.increase(3600)) >= now + 3600);
  await helpers.time.increaseTo(now + 8000);
  assert.equal(await helpers.time.latest(), now + 8000);
  await helpers.time.setNextBlockTimestamp(now + 9000);
  await helpers.setNextBlockBaseFeePerGas(300_000_000_000n);
  await helpers.setPrevRandao(77);
  await helpers.setCoinbase(account);
  await helpers.setBlockGasLimit(40_000_000);
  const [sender] = await ethers.getSigners();
  await (await sender.sendTransaction({ to: account, value: 1n, gasPrice: 400_000_000_000n })).wait();
  const block = await ethers.provider.getBlock('latest');
  assert.equal(block.timestamp, now + 9000);
  assert.equal(block.baseFeePerGas, 300_000_000_000n);
  const { mixHash } = await network.provider.send('eth_getBlockByNumber', ['latest', false]);
  assert.equal(BigInt(mixHash), 77n);
  assert.equal(block.miner.toLowerCase(), account);
  assert.equal(block.gasLimit, 40_000_000n);
}

async function accounts() {
  const contract = ethers.getAddress(`0x${'77'.repeat(20)}`);
  await helpers.setCode(contract, '0x5f545f5260205ff3'); // returns slot 0
  await helpers.setStorageAt(contract, 0, 42);
  assert.equal(BigInt(await helpers.getStorageAt(contract, 0)), 42n);
  assert.equal(BigInt(await ethers.provider.call({ to: contract })), 42n);
  await helpers.setBalance(contract, ethers.parseEther('10'));
  assert.equal(await ethers.provider.getBalance(contract), ethers.parseEther('10'));
  await helpers.setNonce(account, 7);
  assert.equal(await ethers.provider.getTransactionCount(account), 7);

  await helpers.impersonateAccount(contract);
  const impersonated = await ethers.getSigner(contract);
  await (await impersonated.sendTransaction({ to: account, value: 5n })).wait();
  await helpers.stopImpersonatingAccount(contract);
  await assert.rejects(network.provider.send('eth_sendTransaction', [{ from: contract, to: account }]));
}

async function pool() {
  const [sender] = await ethers.getSigners();
  await network.provider.send('evm_setAutomine', [false]);
  const { hash } = await sender.sendTransaction({ to: account, value: 1n });
  assert.equal(await helpers.dropTransaction(hash), true);
  await network.provider.send('evm_setAutomine', [true]);
  await helpers.mine();
  assert.equal(await ethers.provider.getTransactionReceipt(hash), null);
}

async function snapshots() {
  const snapshot = await helpers.takeSnapshot();
  await helpers.setBalance(account, 5n);
  await snapshot.restore();
  assert.notEqual(await ethers.provider.getBalance(account), 5n);
  const fixture = async () => {
    await helpers.setBalance(account, 99n);
    return account;
  };
  assert.equal(await helpers.loadFixture(fixture), account);
  await helpers.setBalance(account, 1n);
  await helpers.loadFixture(fixture);
  assert.equal(await ethers.provider.getBalance(account), 99n);
}

/** The network is a fork of `origin`: at another block, at its newest, and none any more. */
async function resets() {
  const newest = await origin.getBlockNumber();
  await helpers.reset(process.env.QORD_URL, newest - 1);
  assert.equal(await helpers.time.latestBlock(), newest);
  await helpers.reset(process.env.QORD_URL, newest);
  assert.equal(await helpers.time.latestBlock(), newest + 1);
  const [developer] = await ethers.getSigners();
  const nonce = await origin.getTransactionCount(developer.address, newest);
  assert.equal(await ethers.provider.getTransactionCount(developer.address), nonce);
  await helpers.reset();
  assert.equal(await helpers.time.latestBlock(), 0);
}

async function main() {
  for (const part of [blocks, accounts, pool, snapshots, resets]) await part();
  console.log('hardhat-network-helpers ok');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
