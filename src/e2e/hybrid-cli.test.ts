import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runQord } from '../testing/run-qord.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

test('commands sign with both keys, protect an account, and report what is missing', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const password = join(temporaryFolder(t), 'password');
  writeFileSync(password, 'secret');
  const run = (...words: string[]) =>
    runQord(words, { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } });
  const runJson = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(...words, '--json');
    assert.deepEqual([code, stderr], [0, ''], stderr);
    return JSON.parse(stdout);
  };
  const { stdout: publicKey } = await run('keys', 'pqc', 'add', 'mine', '--password-file', password).then(() =>
    run('keys', 'pqc', 'show', 'mine'),
  );
  const both = ['--from', 'dev3', '--pqc-key', 'mine', '--pqc-password-file', password];
  const early = await run('tx', 'send', 'dev1', '1qor', ...both);
  assert.match(
    early.stderr,
    /mine is not the registered post-quantum key of 0x.*: register it with qord tx pqc register-key/,
  );
  await runJson('tx', 'pqc', 'register-key', '1', publicKey.trim(), '0x', 'hybrid', '--from', 'dev3');
  const sent = await runJson('tx', 'send', 'dev1', '1qor', ...both);
  assert.deepEqual([sent.status, sent.receipt.type, sent.receipt.gasUsed], [1, '0x51', '0x1e868']);
  assert.equal((await runJson('tx', 'pqc', 'protect', 'on', ...both)).status, 1);
  const stolen = await run('tx', 'send', 'dev1', '1qor', '--from', 'dev3');
  assert.match(stolen.stderr, /only hybrid transactions \(type 0x51\) act for it \(20\)/);
  assert.equal((await runJson('tx', 'send', 'dev1', '1qor', ...both)).status, 1);
  const statistics = await runJson('query', 'pqc', 'statistics');
  assert.equal(statistics.total_hybrid_verifications, 3);
  assert.equal((await runJson('tx', 'pqc', 'protect', 'off', ...both)).status, 1);
  assert.equal((await runJson('tx', 'send', 'dev1', '1qor', '--from', 'dev3')).status, 1);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
