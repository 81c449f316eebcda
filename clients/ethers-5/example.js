// ethers 5: signs a transfer, deploys a contract, calls it, and follows a block.
import assert from 'node:assert/strict';
import { ethers } from 'ethers-5'; // npm:ethers@5, beside version 6

const provider = new ethers.providers.JsonRpcProvider(process.env.QORD_URL);
provider.pollingInterval = 200;
assert.equal((await provider.getNetwork()).chainId, 9800);
// the first account of every development network; its key is public
const wallet = new ethers.Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', provider);

const recipient = ethers.Wallet.createRandom().address;
const value = ethers.utils.parseEther('1');
const sent = await wallet.sendTransaction({ to: recipient, value });
const receipt = await sent.wait();
assert.equal(receipt.status, 1);
assert.ok((await provider.getBalance(recipient)).eq(value));

const code = '0x600a600c600039600a6000f3602a60005260206000f3'; // its constructor returns code that returns 42
const factory = new ethers.ContractFactory(['function answer() pure returns (uint256)'], code, wallet);
const contract = await (await factory.deploy()).deployed();
assert.ok((await contract.answer()).eq(42));

// the block of the contract; ethers 5 may report a number that is some 200 ms old first
await new Promise((resolve) => provider.on('block', (height) => height > receipt.blockNumber && resolve()));
provider.removeAllListeners();
console.log('ethers 5 ok');
