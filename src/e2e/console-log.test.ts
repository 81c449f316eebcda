import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Contract, ContractFactory, Interface, JsonRpcProvider, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { compileContract } from '../testing/solidity.ts';
import { type SpawnedNode, spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const { abi, bytecode } = compileContract('Printer');

/** A node with the contract, and what calls it. */
async function start(t: Parameters<typeof spawnNode>[0], flags: Record<string, string> = {}) {
  const node = await spawnNode(t, temporaryFolder(t), { 'consensus.block-interval': '0s', ...flags });
  const options = { staticNetwork: true, cacheTimeout: -1, batchStallTime: 0, pollingInterval: 20 };
  const provider = new JsonRpcProvider(node.urls.http, 9800, options);
  t.after(() => provider.destroy());
  const wallet = new Wallet(developmentAccounts[0]?.privateKey ?? '', provider);
  const deployed = await new ContractFactory(abi as never, bytecode, wallet).deploy();
  // ethers waits for a block after the one that it sees first, which may have the transaction
  const receiptOf = (hash = '') => until(() => provider.getTransactionReceipt(hash), 'a receipt');
  await receiptOf(deployed.deploymentTransaction()?.hash);
  const to = String(deployed.target);
  const data = (name: string, ...args: unknown[]) => new Interface(abi as never).encodeFunctionData(name, args);
  const send = async (name: string, args: unknown[], gasLimit = 1_000_000) => {
    const tx = await wallet.sendTransaction({ to, data: data(name, ...args), gasLimit });
    return receiptOf(tx.hash);
  };
  const call = (method: string, name: string, ...args: unknown[]) =>
    provider.send(method, [{ from: wallet.address, to, data: data(name, ...args) }, 'latest']);
  return { node, provider, to, send, call, contract: new Contract(to, abi as never, provider) };
}

function printed({ records }: SpawnedNode) {
  return records
    .filter(({ part }) => part === 'console')
    .map(({ msg, tx, in: method, to }) => ({ msg, tx, method, to }));
}

test('transactions print once each, with their hash, whether they succeed, revert or run in another thread', async (t) => {
  const { node, provider, send } = await start(t);
  const greeted = await send('greet', ['a\nb\x1b[31m', 2n ** 255n]);
  const failed = await send('fail', []);
  const worked = await send('work', [30_000], 16_000_000); // some ten milliseconds: a part of it runs in the block thread
  assert.deepEqual([greeted.status, failed.status, worked.status], [1, 0, 1]);
  await provider.send('debug_traceTransaction', [greeted.hash, {}]);
  await until(() => printed(node).length >= 4, 'the log');
  assert.deepEqual(
    printed(node).map(({ msg, tx }) => ({ msg, tx })),
    [
      { msg: 'Hello a', tx: greeted.hash },
      { msg: `b[31m, ${2n ** 255n}`, tx: greeted.hash },
      { msg: 'before it fails', tx: failed.hash },
      { msg: 'works', tx: worked.hash },
    ],
  );
});

test('calls and estimates print once, on the main thread and in others, also when they are asked again or fail', async (t) => {
  const { node, to, call } = await start(t);
  for (let time = 0; time < 2; time++) await call('eth_call', 'read', '0x');
  await call('eth_call', 'read', `0x${'00'.repeat(40_000)}`); // begins in a thread
  await call('eth_estimateGas', 'greet', 'you', 5);
  await assert.rejects(call('eth_call', 'fail'), /failed/);
  await assert.rejects(call('eth_estimateGas', 'fail'), /failed/);
  await until(() => printed(node).length >= 6, 'the log');
  const [read, estimated] = [
    { method: 'eth_call', to: to.toLowerCase() },
    { method: 'eth_estimateGas', to: to.toLowerCase() },
  ];
  assert.deepEqual(
    printed(node).map(({ msg, method, to: target }) => ({ msg, method, to: String(target).toLowerCase() })),
    [
      ...Array.from({ length: 3 }, () => ({ msg: 'read 0', ...read })),
      { msg: 'Hello you, 5', ...estimated },
      { msg: 'before it fails', ...read },
      { msg: 'before it fails', ...estimated },
    ],
  );
});

test('what one execution prints is limited, and what is left out counted', async (t) => {
  const { node, call } = await start(t);
  await call('eth_call', 'flood', 2_000);
  await until(() => printed(node).some(({ msg }) => msg.includes('not shown')), 'the end of the log');
  const texts = printed(node).map(({ msg }) => msg);
  assert.equal(texts[0], '0');
  const left = Number(/^(\d+) more calls/.exec(texts.at(-1) ?? '')?.[1]);
  assert.equal(texts.length - 1 + left, 2_000);
  assert.ok(left > 0 && texts.length > 500, String(left));
});

test('what is nothing but ends of lines is limited, too, for each execution and for a block', async (t) => {
  const { node, provider, to, call } = await start(t);
  const name = '\n'.repeat(60_000);
  await call('eth_estimateGas', 'greet', name, 1);
  await provider.send('evm_setAutomine', [false]);
  for (let account = 1; account <= 9; account++) {
    const wallet = new Wallet(developmentAccounts[account]?.privateKey ?? '', provider);
    const data = new Interface(abi as never).encodeFunctionData('greet', [name, 1]);
    await wallet.sendTransaction({ to, data, gasLimit: 4_000_000 });
  }
  await provider.send('evm_mine', []);
  await until(() => printed(node).filter(({ msg }) => msg.includes('not shown')).length === 10, 'the log');
  const ofCall = printed(node).filter(({ method }) => method === 'eth_estimateGas');
  assert.deepEqual([ofCall.length, ofCall.at(-1)?.msg], [1025, '1 more calls of console.log are not shown']);
  assert.equal(printed(node).length - ofCall.length, 4096 + 9);
});

test('silenced, the log shows nothing, and gas and outcome are the same', async (t) => {
  const outcomes: unknown[] = [];
  for (const shows of ['true', 'false']) {
    const { node, provider, send, call } = await start(t, { 'development.print-logs': shows });
    const { status, gasUsed, hash } = await send('greet', ['gas', 1]);
    const estimate = await call('eth_estimateGas', 'greet', 'gas', 2);
    const trace = await provider.send('debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
    const [{ to, gasUsed: ownGas, printed: text }] = trace.calls;
    assert.deepEqual([to, ownGas, text], ['0x000000000000000000636f6e736f6c652e6c6f67', '0x0', 'Hello gas, 1']);
    outcomes.push({ status, gasUsed, estimate });
    await node.stop('SIGTERM');
    assert.equal(printed(node).length, shows === 'true' ? 2 : 0);
  }
  assert.deepEqual(outcomes[0], outcomes[1]);
});
