import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowser } from '../../testing/clients/browser.ts';
import { makeLongLists, scrollThrough } from '../../testing/explorer/list-scrolling.ts';
import { startTestNode } from '../../testing/test-node.ts';

/** `npm run bench -- explorer` does the same with 100,000. */
const entries = 9_000;
/** Rows that fit a window of 900 pixels, and those kept ready above and below. */
const maxDrawnRows = 60;

test('long histories and full blocks are read as one scrolls, and only rows in view exist', {
  skip: noBrowser,
}, async (t) => {
  const flags = { 'consensus.block-interval': '0s' };
  const node = await startTestNode(t, { flags });
  const { block, inBlock, head, transfers, sender, receiver } = await makeLongLists(node.urls.http, entries);
  const page = await (await openBrowser(t)).newPage();
  for (const [path, rows] of [
    [`/block/${block}`, inBlock],
    [`/address/${receiver}`, transfers],
    ['/blocks', head + 1],
  ] as const) {
    const seen = await scrollThrough(page, node.urls.explorer + path, rows, 20);
    t.diagnostic(`${path}: ${seen.frameTime.toFixed(1)} ms a frame, ${seen.memory.toFixed(1)} MB`);
    assert.equal(seen.rows, rows, path);
    assert.equal(seen.unread, 0, `${path}: everything in view is read`);
    assert.ok(seen.drawn <= maxDrawnRows, `${path}: ${seen.drawn} rows exist`);
    assert.ok(seen.memory < 40, `${path}: ${seen.memory} MB`);
  }

  await t.test('the row in view stays when a transaction is put before it', async () => {
    await page.goto(`${node.urls.explorer}/address/${receiver}`);
    const list = page.locator('.virtual');
    await list.locator('tbody tr').first().waitFor();
    await page.evaluate(`document.querySelector('.virtual').scrollTop = 3400`);
    const row = list.locator('tr[aria-rowindex="105"] td').first();
    const hash = await row.locator('a').getAttribute('href');
    const place = () => list.locator(`a[href="${hash}"]`).boundingBox();
    const before = await place();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
    await fetch(node.urls.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_sendTransaction',
        params: [{ from: sender, to: receiver, value: '0x1' }],
      }),
    });
    await fetch(node.urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await page.getByText('1\u202f001 transactions read').waitFor();
    assert.deepEqual(await place(), before);
  });

  await t.test('back leads to the same row, thousands below the first', async () => {
    const list = page.locator('.virtual');
    await page.goto(`${node.urls.explorer}/address/${receiver}`);
    await list.locator('tbody tr').first().waitFor();
    const top = 34 * 7_000;
    await page.evaluate(`new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('the rows do not arrive')), 120_000);
      const step = () => {
        const list = document.querySelector('.virtual');
        list.scrollTop = ${top};
        if (list.scrollTop < ${top}) setTimeout(step, 20);
        else resolve();
      };
      step();
    })`);
    const link = list.locator('tr[aria-rowindex="7005"] a').first();
    const href = await link.getAttribute('href');
    const place = () => page.locator(`.virtual a[href="${href}"]`).first().boundingBox();
    const before = await place();
    await link.click();
    await page.waitForURL(`**${href}`);
    await page.goBack();
    await page.locator(`.virtual a[href="${href}"]`).first().waitFor();
    assert.deepEqual(await place(), before);
  });
});
