import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parseAddress, toChecksum } from '../../primitives/address.ts';
import { noBrowser, openBrowser } from '../../testing/clients/browser.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestNode } from '../../testing/test-node.ts';

const run = promisify(execFile);

test('every command that a page shows works when it is pasted', { skip: noBrowser }, async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "the node's home");
  mkdirSync(home);
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '0s' } });
  const page = await (await openBrowser(t)).newPage();
  const empty = toChecksum(parseAddress('0x00000000000000000000000000000000000ca11e'));
  const pasted: string[] = [];
  for (const path of ['/', `/address/${empty}`, '/layers', '/rollups', '/bridges', '/governance/1', '/network']) {
    await page.goto(node.urls.explorer + path);
    const command = page.locator('main .command code');
    await command.first().waitFor();
    assert.equal(await page.locator('main code', { hasText: 'qord' }).count(), await command.count(), path);
    for (const text of await command.allInnerTexts()) {
      const { stdout } = await run('sh', ['-c', text], { cwd: folder });
      pasted.push(stdout);
    }
  }
  const sent = pasted.filter((output) => /success|0x[\da-f]{64}/.test(output));
  assert.ok(sent.length >= 3, pasted.join('\n')); // a transfer to each of two accounts, and a rollup
  await page.goto(`${node.urls.explorer}/address/${empty}`);
  await page.getByText('+1.5 QOR').waitFor();
  await page.goto(`${node.urls.explorer}/rollups`);
  await page.locator('main').getByRole('link', { name: 'my-rollup' }).waitFor();
});
