// viem: signs a transfer, deploys a contract, and calls it.
import assert from 'node:assert/strict';
import { createWalletClient, defineChain, http, parseAbi, parseEther, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const chain = defineChain({
  id: 9800,
  name: 'qord development',
  nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
  rpcUrls: { default: { http: [process.env.QORD_URL] } },
});
// the first account of every development network; its key is public
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const client = createWalletClient({ chain, account, transport: http(), pollingInterval: 200 }).extend(publicActions);

const { address: to } = privateKeyToAccount(generatePrivateKey());
const hash = await client.sendTransaction({ to, value: parseEther('1') });
assert.equal((await client.waitForTransactionReceipt({ hash })).status, 'success');
assert.equal(await client.getBalance({ address: to }), parseEther('1'));

const abi = parseAbi(['function answer() pure returns (uint256)']);
const bytecode = '0x600a600c600039600a6000f3602a60005260206000f3'; // its constructor returns code that returns 42
const deployed = await client.waitForTransactionReceipt({ hash: await client.deployContract({ abi, bytecode }) });
assert.equal(await client.readContract({ address: deployed.contractAddress, abi, functionName: 'answer' }), 42n);
console.log('viem ok');
