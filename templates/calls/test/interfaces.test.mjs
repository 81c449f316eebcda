import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Connection, PublicKey } from '@solana/web3.js';
import { createWalletClient, http, parseAbi, parseEther, publicActions } from 'viem';

// `qord start --exec` sets both; the others are those of `qord start`
const { ETH_RPC_URL = 'http://127.0.0.1:8545', QORD_SVM_URL = 'http://127.0.0.1:8899' } = process.env;
const client = createWalletClient({ pollingInterval: 50, transport: http(ETH_RPC_URL) }).extend(publicActions);
const [account] = await client.getAddresses(); // the node signs for them
const chain = null; // whichever the node has

test('EVM: a contract is deployed and called', async () => {
  const { abi, bytecode } = JSON.parse(readFileSync('out/Counter.sol/Counter.json', 'utf8'));
  const deployment = await client.deployContract({ abi, bytecode: bytecode.object, account, chain });
  const { contractAddress: address } = await client.waitForTransactionReceipt({ hash: deployment });
  const hash = await client.writeContract({ address, abi, functionName: 'add', args: [42n], account, chain });
  assert.equal((await client.waitForTransactionReceipt({ hash })).status, 'success');
  assert.equal(await client.readContract({ address, abi, functionName: 'number' }), 42n);
  const tooLarge = { address, abi, functionName: 'add', args: [59n], account };
  await assert.rejects(client.simulateContract(tooLarge), /TooLarge\(uint256 sum, uint256 limit\)\s+\(101, 100\)/);
});

test('SVM: a transfer arrives, 1 QOR is 10^9 lamports', async () => {
  const to = `0x${randomBytes(20).toString('hex')}`;
  const hash = await client.sendTransaction({ to, value: parseEther('1.5'), account, chain });
  await client.waitForTransactionReceipt({ hash });
  // there an account has 32 bytes: its 20, and 12 zeros
  const key = new PublicKey(Buffer.concat([Buffer.from(to.slice(2), 'hex'), Buffer.alloc(12)]));
  assert.equal(await new Connection(QORD_SVM_URL, 'confirmed').getBalance(key), 1_500_000_000);
});

test('qor_: a native module is called like a contract, and tells the same', async () => {
  const xqore = {
    address: '0x0000000000000000000000000000000000000d01',
    abi: parseAbi([
      'function lock(uint256 amount)',
      'function positionOf(address owner) view returns (uint256 amount, uint256, uint256, uint256)',
    ]),
  };
  const hash = await client.writeContract({ ...xqore, functionName: 'lock', args: [5_000_000n], account, chain }); // 5 QOR
  await client.waitForTransactionReceipt({ hash });
  const [amount] = await client.readContract({ ...xqore, functionName: 'positionOf', args: [account] });
  assert.ok(amount >= 5_000_000n);
  const position = await client.request({ method: 'qor_getXQOREPosition', params: [account] });
  assert.equal(position.locked_amount, String(amount));
});
