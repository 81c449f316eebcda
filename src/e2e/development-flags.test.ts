import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { anvilMissing, startAnvil } from '../testing/clients/anvil.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { runQord } from '../testing/run-qord.ts';
import { type asFlags, spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

type Call = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const caller =
  (url = ''): Call =>
  async (method, ...params) => {
    const { result, error } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (error !== undefined) throw new Error(error.message);
    return result;
  };

async function start(t: TestContext, flags: Parameters<typeof asFlags>[0]) {
  const node = await spawnNode(t, join(temporaryFolder(t), 'home'), flags);
  return { ...node, call: caller(node.urls.http) };
}

const gas = '0x1c9c380';

/** Creates a contract of so many zero bytes: whether it has its code; the error of what is rejected. */
async function creates(call: Call, bytes: number): Promise<boolean> {
  const [from] = (await call('eth_accounts')) as readonly string[];
  const data = `0x62${bytes.toString(16).padStart(6, '0')}5ff3`;
  const hash = await call('eth_sendTransaction', { from, data, gas });
  const receiptOf = () => call('eth_getTransactionReceipt', hash) as Promise<Record<string, string> | null>;
  await until(async () => (await receiptOf()) !== null, 'the receipt');
  const receipt = await receiptOf();
  const code = await call('eth_getCode', receipt?.contractAddress, 'latest');
  return receipt?.status === '0x1' && code === `0x${'00'.repeat(bytes)}`;
}

/** Whether init code of so many bytes is taken. */
async function takesInitcode(call: Call, bytes: number): Promise<boolean> {
  const [from] = (await call('eth_accounts')) as readonly string[];
  const params = { from, data: `0x${'00'.repeat(bytes)}`, gas };
  return await call('eth_sendTransaction', params).then(
    () => true,
    (error: Error) => {
      assert.match(error.message, /initcode/);
      return false;
    },
  );
}

/** Whether CREATE within a call takes init code of so many bytes. */
async function createsWithin(call: Call, bytes: number): Promise<boolean> {
  const data = `0x62${bytes.toString(16).padStart(6, '0')}5f5ff05f5260205ff3`; // returns the address of the contract
  const outcome = call('eth_call', { data, gas });
  return await outcome.then(
    (address) => BigInt(String(address)) > 0n,
    (error: Error) => {
      assert.match(error.message, /initcode/);
      return false;
    },
  );
}

async function limitsOf(call: Call, bytes: number) {
  const codes = [await creates(call, bytes), await creates(call, bytes + 1)];
  const lengths = [2 * bytes, 2 * bytes + 1];
  for (const taken of [takesInitcode, createsWithin])
    for (const length of lengths) codes.push(await taken(call, length));
  return codes;
}

test('the longest code is what --code-size-limit says, and 24,576 bytes without it', async (t) => {
  const usual = await start(t, {});
  assert.deepEqual(await limitsOf(usual.call, 24_576), [true, false, true, false, true, false]);
  const larger = await start(t, { 'code-size-limit': '30000' });
  assert.deepEqual(await limitsOf(larger.call, 30_000), [true, false, true, false, true, false]);
  const simulated = await larger.call('eth_simulateV1', { blockStateCalls: [{ calls: [{ data: '0x620062705ff3' }] }] });
  assert.match(JSON.stringify(simulated), /"status":"0x1"/, '25,200 bytes in a simulation');
  await larger.stop('SIGTERM');
  const none = await start(t, { 'disable-code-size-limit': true });
  assert.equal(await creates(none.call, 100_000), true);
  assert.equal(await createsWithin(none.call, 200_000), true);
});

test('--order fifo puts transactions into a block as they have arrived', async (t) => {
  for (const order of ['fifo', 'fees']) {
    const { call, stop } = await start(t, { order, 'no-mining': true });
    const [first, second] = (await call('eth_accounts')) as readonly string[];
    const send = (from: string | undefined, tip: string) =>
      call('eth_sendTransaction', { from, to: from, maxFeePerGas: '0x2e90edd000', maxPriorityFeePerGas: tip });
    const hashes = [await send(first, '0x1'), await send(second, '0x3b9aca00')];
    await call('evm_mine');
    const { transactions } = (await call('eth_getBlockByNumber', 'latest', false)) as { transactions: string[] };
    assert.deepEqual(transactions, order === 'fifo' ? hashes : hashes.reverse(), order);
    const { transactionOrder } = (await call('anvil_nodeInfo')) as Record<string, unknown>;
    assert.equal(transactionOrder, order);
    await stop('SIGTERM');
  }
});

test('--state saves the state at the end and loads it; anvil reads it, and what anvil saves', async (t) => {
  const file = join(temporaryFolder(t), 'state.json');
  const account = `0x${'5a'.repeat(20)}`;
  const first = await start(t, { state: file, 'state-interval': '1' });
  await first.call('anvil_setBalance', account, '0x1234');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('"0x1234"'), 'a state by the timer');
  await first.call('anvil_setStorageAt', account, '0x1', `0x${'00'.repeat(31)}07`);
  assert.equal(await first.stop('SIGTERM'), 0);
  const again = await start(t, { state: file });
  const seen = async (call: Call) => [
    await call('eth_getBalance', account, 'latest'),
    Number(await call('eth_getStorageAt', account, '0x1', 'latest')),
  ];
  assert.deepEqual(await seen(again.call), ['0x1234', 7]);
  await again.stop('SIGTERM');
  if (anvilMissing !== false) return;
  const dumped = join(temporaryFolder(t), 'anvil.json');
  const anvil = await startAnvil(t, ['--load-state', file, '--dump-state', dumped]);
  assert.deepEqual(await seen(caller(anvil.url)), ['0x1234', 7]);
  await caller(anvil.url)('anvil_setBalance', account, '0x99');
  await anvil.close();
  const third = await start(t, { 'load-state': dumped });
  assert.deepEqual(await seen(third.call), ['0x99', 7]);
});

test('a disk that is slow to take the state of --state-interval keeps nobody waiting', async (t) => {
  const file = join(temporaryFolder(t), 'state.json');
  execFileSync('mkfifo', [file]); // whoever writes there waits for a reader
  const { call } = await start(t, { 'dump-state': file, 'state-interval': '1' });
  await call('anvil_setCode', `0x${'5a'.repeat(20)}`, `0x${'5b'.repeat(200_000)}`); // more than a pipe takes
  const reader = createReadStream(file);
  await once(reader, 'open'); // the node has begun to write
  let height: unknown;
  const asked = call('eth_blockNumber').then((result) => {
    height = result;
  });
  await until(() => height !== undefined, 'a response while the state is written');
  await asked;
  assert.ok('accounts' in JSON.parse(await text(reader)));
});

test('--config-out has the members of that of anvil, and the URLs', { skip: anvilMissing }, async (t) => {
  const folder = temporaryFolder(t);
  const files = [join(folder, 'anvil.json'), join(folder, 'qord.json')] as const;
  await startAnvil(t, ['--config-out', files[0]]);
  const node = await start(t, { 'config-out': files[1] });
  const [theirs, ours] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const { urls, ...rest } = ours;
  assert.deepEqual(Object.keys(rest).sort(), Object.keys(theirs).sort());
  assert.deepEqual(
    [ours.available_accounts, ours.private_keys, ours.wallet],
    [theirs.available_accounts, theirs.private_keys, theirs.wallet],
  );
  assert.equal(urls.http, node.urls.http);
});

test('--host and ANVIL_IP_ADDR move all servers but the metrics', async () => {
  const program = 'console.log(process.env.QORD_NODE, process.env.QORD_SVM_URL)';
  const words = ['start', '--memory', '--port', '0', '--exec', `node -e "${program}"`];
  const given = await runQord([...words, '--host', '127.0.0.2']);
  assert.match(given.stdout, /^http:\/\/127\.0\.0\.2:\d+ http:\/\/127\.0\.0\.2:\d+\n$/);
  const variable = await runQord(words, { variables: { ANVIL_IP_ADDR: '127.0.0.3' } });
  assert.match(variable.stdout, /^http:\/\/127\.0\.0\.3:\d+ http:\/\/127\.0\.0\.3:\d+\n$/);
  const empty = await runQord(words, { variables: { ANVIL_IP_ADDR: '' } });
  assert.match(empty.stdout, /^http:\/\/127\.0\.0\.1:\d+ http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('a state that cannot be read ends the start in one line', async (t) => {
  const home = join(temporaryFolder(t), 'home');
  const ended = await runQord(['start', '--home', home, '--port', '0', '--load-state', join(home, 'none.json')]);
  assert.match(ended.stderr, /^qord: --load-state [^\n]*none\.json: there is no such file[^\n]*\n$/);
  assert.equal(ended.code, 1);
});

test('--fork-url may end with @ and a block, which --fork-block-number overrides', async (t) => {
  const origin = await start(t, { 'no-mining': true });
  for (let block = 0; block < 3; block++) await origin.call('evm_mine');
  const { http = '' } = origin.urls;
  const blockOf = async (flags: Parameters<typeof asFlags>[0]) => {
    const { call } = await start(t, { 'no-mining': true, ...flags });
    const { forkConfig } = (await call('anvil_nodeInfo')) as { forkConfig: { forkBlockNumber: number } };
    return forkConfig.forkBlockNumber;
  };
  assert.equal(await blockOf({ 'fork-url': `${http}@1` }), 1);
  assert.equal(await blockOf({ fork: `${http}@latest` }), 3);
  assert.equal(await blockOf({ 'fork-url': `${http}@1`, 'fork-block-number': '2' }), 2);
});

test('--hardfork takes the rules that this chain has, and says so for others', async (t) => {
  const home = join(temporaryFolder(t), 'home');
  for (const name of ['osaka', 'latest']) {
    const node = await start(t, { hardfork: name });
    assert.equal(((await node.call('anvil_nodeInfo')) as { hardFork: string }).hardFork, 'osaka');
  }
  const { code, stderr } = await runQord(['start', '--home', home, '--port', '0', '--hardfork', 'prague']);
  assert.deepEqual(
    [code, stderr],
    [2, 'qord: --hardfork prague: this chain has the rules of osaka from its first block, no others\n'],
  );
});
