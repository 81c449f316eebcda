import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const page = new URL('../../docs/pqc.md', import.meta.url);

test('the whole example of docs/pqc.md does what the page says', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms' } });
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  // inside of the project, where the libraries are found
  const folder = mkdtempSync(fileURLToPath(new URL('../hybrid-example-', import.meta.url)));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'hybrid.mjs');
  writeFileSync(file, program);
  const words = [file, node.urls.http, node.accounts[5]?.privateKey ?? ''];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 600_000 });
  const lines = stdout.trim().split('\n');
  assert.match(lines[0] ?? '', /^key registered: status 1, type 2$/);
  assert.match(lines[1] ?? '', /^protected: status 1, type 81, gas \d+$/);
  assert.equal(
    lines[2],
    'the ECDSA key alone: pqc: the account is protected: only hybrid transactions (type 0x51) act for it (20)',
  );
  assert.equal(lines[3], 'paid with both keys: status 1, type 81, gas 125032');
  assert.match(lines[4] ?? '', /^no longer protected: status 1, type 81, gas \d+$/);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
