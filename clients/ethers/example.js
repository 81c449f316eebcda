// ethers 6: signs a transfer, deploys a contract, calls it, and reads a record of a native module.
import assert from 'node:assert/strict';
import { Contract, ContractFactory, JsonRpcProvider, parseEther, Wallet } from 'ethers';

// ethers keeps what it reads for 250 ms, also the nonce: too long where blocks are made at once
const provider = new JsonRpcProvider(process.env.QORD_URL, undefined, { cacheTimeout: -1 });
assert.equal((await provider.getNetwork()).chainId, 9800n);
// the first account of every development network; its key is public
const wallet = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', provider);

const recipient = Wallet.createRandom().address;
const sent = await wallet.sendTransaction({ to: recipient, value: parseEther('1') });
const receipt = await sent.wait();
assert.equal(receipt.status, 1);
assert.equal(await provider.getBalance(recipient), parseEther('1'));

const code = '0x600a600c600039600a6000f3602a60005260206000f3'; // its constructor returns code that returns 42
const factory = new ContractFactory(['function answer() pure returns (uint256)'], code, wallet);
const contract = await (await factory.deploy()).waitForDeployment();
assert.equal(await contract.answer(), 42n);

// a native module is called like a contract; the bank counts in uqor: a million to 1 QOR
const bank = new Contract(
  '0x0000000000000000000000000000000000000800',
  ['function balanceOf(address) view returns (uint256 amount, uint256 lamports, uint256 exact)'],
  provider,
);
assert.equal((await bank.balanceOf(recipient)).amount, 1_000_000n);
provider.destroy();
console.log('ethers ok');
