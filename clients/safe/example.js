// Safe's protocol kit: deploys the contracts of Safe 1.4.1, creates a Safe of two owners, and executes what both have signed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createWalletClient, defineChain, http, parseEther, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const { default: Safe } = createRequire(import.meta.url)('@safe-global/protocol-kit');
const url = process.env.QORD_URL;
// the first accounts of every development network; their keys are public
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
];
const owners = keys.map((key) => privateKeyToAccount(key));
const chain = defineChain({
  id: 9800,
  name: 'qord development',
  nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
});
const options = { chain, account: owners[0], transport: http(), pollingInterval: 200 };
const client = createWalletClient(options).extend(publicActions);
const mined = async (hash) => client.waitForTransactionReceipt({ hash: await hash });

/** Deploys a contract of the package; the kit knows its ABI. */
async function deploy(path) {
  const file = `node_modules/@safe-global/safe-contracts/build/artifacts/contracts/${path}.json`;
  const { abi, bytecode } = JSON.parse(readFileSync(file, 'utf8'));
  return (await mined(client.deployContract({ abi, bytecode }))).contractAddress;
}

const contracts = {
  safeSingletonAddress: await deploy('Safe.sol/Safe'),
  safeProxyFactoryAddress: await deploy('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
  multiSendAddress: await deploy('libraries/MultiSend.sol/MultiSend'),
  multiSendCallOnlyAddress: await deploy('libraries/MultiSendCallOnly.sol/MultiSendCallOnly'),
  fallbackHandlerAddress: await deploy('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  signMessageLibAddress: await deploy('libraries/SignMessageLib.sol/SignMessageLib'),
  createCallAddress: await deploy('libraries/CreateCall.sol/CreateCall'),
  simulateTxAccessorAddress: await deploy('accessors/SimulateTxAccessor.sol/SimulateTxAccessor'),
};
const contractNetworks = { [chain.id]: contracts };
const safeAccountConfig = { owners: owners.map(({ address }) => address), threshold: 2 };
const predictedSafe = { safeAccountConfig, safeDeploymentConfig: { safeVersion: '1.4.1' } };
const predicted = await Safe.init({ provider: url, signer: keys[0], predictedSafe, contractNetworks });
const safeAddress = await predicted.getAddress();
const { to, value, data } = await predicted.createSafeDeploymentTransaction();
await mined(client.sendTransaction({ to, value: BigInt(value), data }));
await mined(client.sendTransaction({ to: safeAddress, value: parseEther('3') }));

const [first, second] = await Promise.all(
  keys.map((signer) => Safe.init({ provider: url, signer, safeAddress, contractNetworks })),
);
assert.equal(await first.getThreshold(), 2);
const receivers = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()).address);
const transactions = receivers.map((receiver) => ({ to: receiver, value: String(parseEther('1')), data: '0x' }));
const proposed = await first.signTransaction(await first.createTransaction({ transactions })); // both in one, by MultiSend
const signed = await second.signTransaction(proposed);
const { hash } = await second.executeTransaction(signed);
assert.equal((await mined(hash)).status, 'success');
for (const address of receivers) assert.equal(await client.getBalance({ address }), parseEther('1'));
console.log('Safe ok');
