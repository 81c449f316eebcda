// web3.js: signs a transfer, deploys a contract, calls it, and subscribes to a block over WebSocket.
import assert from 'node:assert/strict';
import { Web3 } from 'web3';

const web3 = new Web3(process.env.QORD_URL);
assert.equal(await web3.eth.getChainId(), 9800n);
// the first account of every development network; its key is public
const [{ address: from }] = web3.eth.accounts.wallet.add(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);

const { address: to } = web3.eth.accounts.create();
const value = web3.utils.toWei('1', 'ether');
const receipt = await web3.eth.sendTransaction({ from, to, value });
assert.equal(receipt.status, 1n);
assert.equal(await web3.eth.getBalance(to), BigInt(value));

const abi = [{ type: 'function', name: 'answer', stateMutability: 'pure', inputs: [], outputs: [{ type: 'uint256' }] }];
const data = '0x600a600c600039600a6000f3602a60005260206000f3'; // its constructor returns code that returns 42
const contract = await new web3.eth.Contract(abi).deploy({ data }).send({ from });
assert.equal(await contract.methods.answer().call(), 42n);

const socket = new Web3(process.env.QORD_WS_URL);
const heads = await socket.eth.subscribe('newBlockHeaders');
const { number } = await new Promise((resolve) => heads.on('data', resolve));
assert.ok(number > receipt.blockNumber);
socket.provider.disconnect();
console.log('web3.js ok');
