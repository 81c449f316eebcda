// alto, an ERC-4337 bundler: executes a user operation of EntryPoint 0.7 in safe mode, which validates by a tracer in JavaScript.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { concat, createPublicClient, createWalletClient, encodeFunctionData, http, parseEther, toHex } from 'viem';
import { entryPoint07Address as entryPoint, getUserOperationHash } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';

const url = process.env.QORD_URL;
const port = process.env.ALTO_PORT ?? '14337';
// accounts of every development network; their keys are public
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const executorKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const utilityKey = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a';
const currency = { name: 'QOR', symbol: 'QOR', decimals: 18 };
const chain = { id: 9800, name: 'qord', nativeCurrency: currency, rpcUrls: { default: { http: [url] } } };
const reader = createPublicClient({ chain, transport: http(url), pollingInterval: 200 });
const wallet = createWalletClient({ account: owner, chain, transport: http(url) });
const artifact = (name) =>
  JSON.parse(readFileSync(`node_modules/@account-abstraction/contracts/artifacts/${name}.json`, 'utf8'));
const mined = async (hash) => reader.waitForTransactionReceipt({ hash: await hash });

/** Repeats a request until it has a result. */
async function until(ask) {
  for (let tries = 0; tries < 240; tries++) {
    const result = await ask().catch(() => undefined);
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('no result');
}

// the entry point has the same address on every chain: it is created by the deployer of CREATE2
const salt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3';
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
await mined(
  wallet.sendTransaction({ to: deployer, data: concat([salt, artifact('EntryPoint').bytecode]), gas: 8_000_000n }),
);
const { abi, bytecode } = artifact('SimpleAccountFactory');
const { contractAddress: factory } = await mined(wallet.deployContract({ abi, bytecode, args: [entryPoint] }));
const args = [owner.address, 0n];
const sender = await reader.readContract({ address: factory, abi, functionName: 'getAddress', args });
await mined(wallet.sendTransaction({ to: sender, value: parseEther('5') }));

const options = [
  '--entrypoints',
  entryPoint,
  '--executor-private-keys',
  executorKey,
  '--utility-private-key',
  utilityKey,
];
const program = 'node_modules/@pimlico/alto/esm/cli/alto.js';
const alto = spawn(
  process.execPath,
  [program, 'run', ...options, '--rpc-url', url, '--safe-mode', 'true', '--port', port, '--log-level', 'error'],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
/**
 * A request to the bundler. Its trace may take 5 seconds, the default of this node and of go-ethereum: on a machine that is
 * busy with other work that is not enough, and the request is repeated.
 */
const bundler = async (method, ...params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  for (let tries = 1; ; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/rpc`, { method: 'POST', headers, body });
    const { result, error } = await response.json();
    if (!error) return result;
    if (tries === 30 || !/execution aborted \(timeout/.test(error.message)) throw new Error(JSON.stringify(error));
  }
};
const wire = (operation) =>
  Object.fromEntries(Object.entries(operation).map(([k, v]) => [k, typeof v === 'bigint' ? toHex(v) : v]));

try {
  await until(() => bundler('eth_supportedEntryPoints'));
  const { fast } = await bundler('pimlico_getUserOperationGasPrice');
  const target = `0x${'43'.repeat(20)}`;
  const execute = { abi: artifact('SimpleAccount').abi, functionName: 'execute', args: [target, 7n, '0x'] };
  const operation = {
    sender,
    nonce: 0n,
    factory,
    factoryData: encodeFunctionData({ abi, functionName: 'createAccount', args }),
    callData: encodeFunctionData(execute),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: BigInt(fast.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fast.maxPriorityFeePerGas),
    signature: `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c`, // of the right length, for the estimate
  };
  const estimate = await bundler('eth_estimateUserOperationGas', wire(operation), entryPoint);
  for (const name of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'])
    operation[name] = BigInt(estimate[name]);
  const version = { entryPointAddress: entryPoint, entryPointVersion: '0.7' };
  const hash = getUserOperationHash({ userOperation: operation, chainId: chain.id, ...version });
  operation.signature = await owner.signMessage({ message: { raw: hash } });
  await bundler('eth_sendUserOperation', wire(operation), entryPoint);
  const receipt = await until(() => bundler('eth_getUserOperationReceipt', hash));
  if (!receipt.success || (await reader.getBalance({ address: target })) !== 7n) throw new Error('not executed');
  console.log('alto ok');
} finally {
  alto.kill();
}
