import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { parseAddress } from '../primitives/address.ts';
import { weiPerQor } from '../primitives/units.ts';
import { postJson, requestText } from '../testing/raw-rpc.ts';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const bob = {
  evm: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  qor: 'qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y',
  svm: '8aYPx2EuWa7asCCKMZxrmHNK9SrHTjsiDckH4yJAcDAX',
};

/** A node, and commands that use it. */
async function startNode(t: TestContext) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const run = (...words: string[]) =>
    runQord(words, { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } });
  const runJson = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(...words, '--json');
    assert.deepEqual([code, stderr], [0, ''], stderr);
    assert.equal(stdout.split('\n').length, 2, 'one line');
    return JSON.parse(stdout);
  };
  return { node, run, runJson };
}

test('a transfer from a stored key, to any spelling, in any unit', async (t) => {
  const { run, runJson, node } = await startNode(t);
  const password = join(temporaryFolder(t), 'password');
  writeFileSync(password, 'secret');
  const alice = await runJson('keys', 'add', 'alice', '--password-file', password);
  const funded = await runJson('faucet', alice.svm, '5qor');
  assert.deepEqual([funded.status, funded.block, funded.amount], [1, 1, String(5n * weiPerQor)]);
  const from = ['--from', 'alice', '--password-file', password];
  for (const [to, amount] of [
    [bob.evm, '1.5qor'],
    [bob.qor, '500000uqor'],
    [bob.svm, '10wei'],
  ] as const) {
    assert.equal((await runJson('tx', 'send', to, amount, ...from)).status, 1);
  }
  const account = await runJson('query', 'account', 'dev1');
  assert.equal(account.wei, String(10_000_002n * weiPerQor + 10n));
  assert.deepEqual([account.uqor, account.lamports, account.nonce], ['10000002000000', '10000002000000000', 0]);
  const before = await runJson('query', 'account', bob.svm, '--height', '1');
  assert.equal(before.wei, String(10_000_000n * weiPerQor));
  assert.equal((await runJson('query', 'account', alice.qor)).nonce, 3);
  const head = node.node.chain.reader.head();
  const block = await runJson('query', 'block');
  assert.deepEqual([block.hash, Number(block.number)], [head.hash, 4]);
  assert.deepEqual(await runJson('query', 'block', '4'), block);
  assert.deepEqual(await runJson('query', 'block', head.hash), block);
  const tx = await runJson('query', 'tx', block.transactions[0]);
  assert.deepEqual([tx.transaction.hash, tx.receipt.status], [block.transactions[0], '0x1']);
  assert.match(
    (await run('query', 'tx', block.transactions[0])).stdout,
    /from {6}0x[0-9a-fA-F]{40}, nonce 2\nto {8}0x70997970C51812dc3A010C7d01b50e0d17dc79C8\n(?:.*\n)*status {4}success in block 4\nfee {7}\d+ wei/,
  );
});

test('an error of the node is one line with exit code 1', async (t) => {
  const { run } = await startNode(t);
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['tx', 'send', bob.qor, '11000000qor', '--from', 'dev0'], /insufficient funds/],
    [['query', 'block', '99'], /there is no block 99/],
    [['query', 'account', 'dev0', '--height', '99'], /there is no block 99/],
    [['query', 'tx', `0x${'12'.repeat(32)}`], /there is no transaction 0x1212/],
  ];
  for (const [words, message] of cases) {
    const { code, stdout, stderr } = await run(...words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, message);
    assert.match(stderr, /^qord: [^\n]+\n$/, 'one line');
  }
});

test('records of an account are found by any of its names', async (t) => {
  const { run, runJson } = await startNode(t);
  await runJson('tx', 'xqore', 'lock', '5qor', '--from', 'dev1');
  const position = await runJson('query', 'xqore', 'position', bob.evm);
  assert.equal(position.locked, '5000000');
  for (const name of [bob.qor, bob.svm, 'dev1'])
    assert.deepEqual(await runJson('query', 'xqore', 'position', name), position);
  const wrong = await run('query', 'xqore', 'position', 'nobody');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^qord: <owner>: not an account: nobody; write it as 0x…, qor1… or base58/);
});

test('status shows chain and height', async (t) => {
  const { runJson, run, node } = await startNode(t);
  const { chainId, height, url, peers, hash, pool } = await runJson('status');
  assert.deepEqual([chainId, height, url, peers], [9800, 0, node.urls.http, 0]);
  assert.deepEqual(pool, { pending: 0, queued: 0 });
  assert.equal(hash, node.node.chain.reader.identity.genesisHash);
  assert.match((await run('status')).stdout, /9800 \(0x2648\)(?:.*\n)*pool {5}0 transactions pending/);
});

test('the state of a running node is exported, and another chain starts with it', async (t) => {
  const { run, runJson, node } = await startNode(t);
  await runJson('tx', 'send', bob.evm, '1.5qor', '--from', 'dev0');
  const genesis = join(temporaryFolder(t), 'genesis.json');
  const { code, stdout } = await run('export');
  assert.equal(code, 0);
  writeFileSync(genesis, stdout);
  const before = parseGenesis(stdout).alloc.get(parseAddress(bob.evm))?.balance;
  assert.equal(before, 10_000_001n * weiPerQor + weiPerQor / 2n);
  const home = join(temporaryFolder(t), 'home');
  const init = await runQord(['init', '--network', 'dev', '--genesis', genesis, '--home', home]);
  assert.equal(init.code, 0, init.stderr);
  const next = await startTestNode(t, { home, flags: { 'consensus.block-interval': '0s' } });
  const state = next.node.chain.headState();
  assert.equal(state.account(parseAddress(bob.evm))?.balance, before);
  assert.notEqual(next.node.chain.reader.identity.genesisHash, node.node.chain.reader.identity.genesisHash);
  const absent = await runQord(['export', '--home', join(home, 'nowhere')]);
  assert.equal(absent.code, 3);
  assert.match(absent.stderr, /data does not exist: there is no chain yet/);
});

test('a nonce that no double can hold is printed exactly, as text', async (t) => {
  const { runJson, node } = await startNode(t);
  for (const [nonce, printed] of [
    [7n, 7],
    [2n ** 53n + 1n, '9007199254740993'],
  ] as const) {
    const params = [`"${bob.evm}"`, `"0x${nonce.toString(16)}"`];
    assert.equal((await postJson(node.urls.http, requestText('anvil_setNonce', params))).error, undefined);
    assert.equal((await runJson('query', 'account', bob.evm)).nonce, printed);
  }
});
