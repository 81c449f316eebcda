import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContractFactory, Interface, JsonRpcProvider, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { toHex } from '../primitives/hex.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { buildInfo, compileContract, contractSource } from '../testing/solidity.ts';
import { type SpawnedNode, spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const vault = compileContract('Vault');
const relay = compileContract('Relay');
const zero = `0x${'00'.repeat(20)}`;
const withdraw = new Interface(vault.abi as never).encodeFunctionData('withdraw', [5n]);

async function start(t: Parameters<typeof spawnNode>[0], flags: Record<string, string>) {
  const node = await spawnNode(t, temporaryFolder(t), { 'consensus.block-interval': '1s', ...flags });
  const options = { staticNetwork: true, cacheTimeout: -1, batchStallTime: 0, pollingInterval: 20 };
  const provider = new JsonRpcProvider(node.urls.http, 9800, options);
  t.after(() => provider.destroy());
  const wallet = new Wallet(developmentAccounts[0]?.privateKey ?? '', provider);
  const deployed = await new ContractFactory(vault.abi as never, vault.bytecode, wallet).deploy();
  await deployed.waitForDeployment();
  return { node, provider, wallet, to: String(deployed.target).toLowerCase() };
}

/** What the log says of failures, without the calls that lead to them being indented. */
function said({ records }: SpawnedNode, part = 'failure') {
  return records.filter((record) => record.part === part).map(({ msg, tx, in: method }) => [tx ?? method, msg]);
}

/** An output folder of Foundry, with the source beside it. */
function foundryProject(folder: string): string {
  const { output } = JSON.parse(buildInfo('Vault')) as { output: Output };
  const { abi, evm } = output.contracts.main.Vault;
  const metadata = { settings: { compilationTarget: { 'src/Vault.sol': 'Vault' } } };
  mkdirSync(join(folder, 'out/Vault.sol'), { recursive: true });
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/Vault.sol'), contractSource('Vault'));
  const artifact = { abi, deployedBytecode: evm.deployedBytecode, metadata, id: 0 };
  writeFileSync(join(folder, 'out/Vault.sol/Vault.json'), JSON.stringify(artifact));
  writeFileSync(join(folder, 'out/Vault.sol/broken.json'), '{');
  return join(folder, 'out');
}
type Output = { readonly contracts: { readonly main: { readonly Vault: Compiled } } };
type Compiled = { readonly abi: unknown; readonly evm: { readonly deployedBytecode: unknown } };

test('the log says why transactions, calls and estimates fail, and where in the sources of the project', async (t) => {
  const out = foundryProject(temporaryFolder(t));
  const { node, provider, wallet, to } = await start(t, { 'development.artifacts': out });
  const { hash } = await wallet.sendTransaction({ to, data: withdraw, gasLimit: 100_000 });
  // ethers waits for a block after the one that it sees first, which may have the transaction
  assert.equal((await until(() => provider.getTransactionReceipt(hash), 'a receipt')).status, 0);
  const call = { from: wallet.address, to, data: withdraw };
  await assert.rejects(provider.send('eth_call', [call, 'latest']), /revert/);
  await assert.rejects(provider.send('eth_estimateGas', [call]), /revert/);
  await assert.rejects(provider.send('eth_call', [{ ...call, data: '0xd0e30db0' }, 'latest']), /nothing sent/);
  const between = await new ContractFactory(relay.abi as never, relay.bytecode, wallet).deploy(0, zero, 0, '0x');
  await between.waitForDeployment();
  const data = between.interface.encodeFunctionData('pass', [0, to, 0, withdraw, false, true, false]);
  const relayed = await wallet.sendTransaction({ to: between.target, data, gasLimit: 200_000 });
  await until(() => said(node).length >= 11, 'the log');
  const where = `  in Vault.withdraw(5) at src/Vault.sol:20: if (amount > available) revert TooMuch(amount, available);`;
  const failed = (method: string) => [
    [method, 'TooMuch(5, 0)'],
    [method, where],
  ];
  assert.deepEqual(said(node), [
    ...failed(hash),
    ...failed('eth_call'),
    ...failed('eth_estimateGas'),
    ['eth_call', 'execution reverted: nothing sent'],
    ['eth_call', '  in Vault.deposit() at src/Vault.sol:13: require(msg.value > 0, "nothing sent");'],
    [relayed.hash, 'TooMuch(5, 0)'],
    [relayed.hash, `  in ${String(between.target).toLowerCase()}.${data.slice(0, 10)}`],
    [relayed.hash, where],
  ]);
});

test('a failure is explained without its line when its instructions are too many, and not as that of another block', async (t) => {
  const folder = temporaryFolder(t);
  const code = toHex(assemble('JUMPDEST', 'GAS', 20_000, 'LT', 0, 'JUMPI', 0, 0, 'REVERT'));
  const metadata = { settings: { compilationTarget: { 'src/Loop.sol': 'Loop' } } };
  const artifact = { abi: [], deployedBytecode: { object: code, sourceMap: '0:1:0;;;;;;;;' }, metadata, id: 0 };
  mkdirSync(join(folder, 'src'));
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'src/Loop.sol'), 'contract Loop {}');
  writeFileSync(join(folder, 'out/Loop.json'), JSON.stringify(artifact));
  const { node, provider, wallet } = await start(t, { 'development.artifacts': join(folder, 'out') });
  const to = '0x00000000000000000000000000000000000c0de1';
  await provider.send('anvil_setCode', [to, code]);
  const call = (gas: number) => provider.send('eth_call', [{ to, gas: `0x${gas.toString(16)}` }, 'latest']);
  await assert.rejects(call(60_000), /revert/);
  await assert.rejects(call(10_000_000), /revert/);
  await until(() => said(node).length >= 4, 'both explanations');
  const reason = ['eth_call', 'execution reverted'];
  const short = ['eth_call', '  in Loop.receive() at src/Loop.sol:1: contract Loop {}'];
  assert.deepEqual(said(node), [reason, short, reason, ['eth_call', '  in Loop.receive()']]);
  // many wait to be explained when their block is removed, and others take its height
  const invalid = '0x00000000000000000000000000000000000c0de2';
  await provider.send('anvil_setCode', [invalid, '0xfe']);
  await provider.send('evm_setAutomine', [false]);
  const snapshot = await provider.send('evm_snapshot', []);
  const from = wallet.address;
  const block = async (account: string, gas: string) => {
    const hashes: unknown[] = [];
    for (let sent = 0; sent < 10; sent++)
      hashes.push(await provider.send('eth_sendTransaction', [{ from, to: account, gas }]));
    await provider.send('evm_mine', []);
    return hashes;
  };
  const removed: unknown[] = [];
  // removed at once, and while each of its explanations is under way
  let state = snapshot;
  for (const ms of [0, 0, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28]) {
    removed.push(...(await block(to, '0x4c4b40')));
    await sleep(ms);
    assert.equal(await provider.send('evm_revert', [state]), true);
    state = await provider.send('evm_snapshot', []);
  }
  const others = await block(invalid, '0x186a0');
  await until(() => said(node).filter(([tx]) => tx === others.at(-1)).length === 2, 'the last explanation');
  const ofRemoved = said(node).filter(([tx]) => removed.includes(tx));
  for (const [, line] of ofRemoved) assert.match(String(line), /^(?:execution reverted| {2}in Loop\.receive\(\))/);
  assert.ok(ofRemoved.length < 2 * removed.length, 'some had to wait');
});

test('the log bounds what a contract chooses: the calls of a tree, and the text of a revert', async (t) => {
  const { node, provider, wallet } = await start(t, { 'development.print-traces': 'true' });
  // calls an account without code until a gas is left that the call data names, and fails
  const call = [0, 0, 0, 0, 0, 0x99, 0, 'CALL', 'POP'] as const;
  const loop = assemble('JUMPDEST', ...call, 'GAS', 0, 'CALLDATALOAD', 'LT', 0, 'JUMPI', 0, 0, 'REVERT');
  const to = '0x00000000000000000000000000000000000c0de1';
  await provider.send('anvil_setCode', [to, toHex(loop)]);
  const send = async (gasLimit: number) => {
    const left = `0x${(20_000).toString(16).padStart(64, '0')}`;
    return (await wallet.sendTransaction({ to, data: left, gasLimit })).hash;
  };
  const linesOf = (hash: string, part: string) =>
    said(node, part)
      .filter(([tx]) => tx === hash)
      .map(([, line]) => String(line));
  const many = await send(1_000_000);
  await until(() => linesOf(many, 'failure').length >= 2, 'the explanation');
  const tree = linesOf(many, 'trace');
  assert.equal(tree.length, 4_096 + 3, 'with the ends of the two calls that are shown, and the number of others');
  assert.match(tree.at(-1) ?? '', /^\d+ more calls are not shown$/);
  const endless = await send(16_000_000);
  await until(() => linesOf(endless, 'trace').length >= 1, 'the line');
  // a busy machine gives up before it is too large
  assert.match(linesOf(endless, 'trace').join(), /^not shown: [^\n]+$/);
  // a revert with the call data
  await provider.send('anvil_setCode', [to, '0x365f5f37365ffd']);
  const reason = new Interface(['error Error(string)']).encodeErrorResult('Error', ['A'.repeat(100_000)]);
  await assert.rejects(provider.send('eth_call', [{ to, data: reason }, 'latest']), /A{10000}/);
  await until(() => said(node).some(([tx]) => tx === 'eth_call'), 'the reason');
  const [, line] = said(node).find(([tx]) => tx === 'eth_call') ?? [];
  assert.equal(line, `execution reverted: ${'A'.repeat(2_000)}… (100000 characters)`);
});

test('the log shows the calls of each transaction as a tree, and nothing when both are off', async (t) => {
  const { node, wallet, to } = await start(t, {
    'development.print-traces': 'true',
    'development.print-failures': 'false',
  });
  const { hash } = await wallet.sendTransaction({ to, data: withdraw, gasLimit: 100_000 });
  const linesOfTree = () => said(node, 'trace').filter(([tx]) => tx === hash);
  await until(() => linesOfTree().length >= 2, 'the tree');
  const lines = linesOfTree();
  assert.match(String(lines[0]?.[1]), new RegExp(`^\\[\\d+\\] ${to}\\.0x2e1a7d4d$`));
  assert.match(String(lines[1]?.[1]), /^ {2}└─ ← \[Revert\] execution reverted: 0x/);
  assert.equal(lines.length, 2);
  assert.deepEqual(said(node), []);
});

test('a node that ends writes the explanations that wait first', async (t) => {
  const { node, to } = await start(t, {});
  const batch = Array.from({ length: 8 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_call',
    params: [{ to, data: withdraw }, 'latest'],
  }));
  const answers = await postJson<readonly unknown[]>(node.urls.http ?? '', JSON.stringify(batch));
  assert.equal(answers.length, batch.length);
  assert.equal(await node.stop('SIGTERM'), 0);
  const reasons = said(node).filter(([, text]) => !String(text).startsWith('  in '));
  assert.equal(reasons.length, batch.length);
  assert.ok(node.records.at(-1)?.msg === 'stopped', 'nothing is written after the end');
});
