import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { homePaths } from '../../config/home.ts';
import { newDevGenesis } from '../../node/genesis-file.ts';
import { writeHome } from '../../node/write-home.ts';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestNode, type TestNode } from '../../testing/test-node.ts';

const flags = { 'consensus.block-interval': '0s' };

async function mine({ urls }: TestNode, blocks: number): Promise<void> {
  const params = [`0x${blocks.toString(16)}`];
  await postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hardhat_mine', params }));
}

/** A page of a node's explorer that asks only this node. */
async function openPage(t: TestContext, { urls }: TestNode) {
  const page = await (await openBrowser(t)).newPage();
  const origins = [urls.explorer, urls.http, urls.svm].map((url) => new URL(url).origin);
  const problems = watchPage(page, origins);
  return { page, problems, open: (path: string) => page.goto(urls.explorer + path) };
}

/** Heights in the list of all blocks, once as many rows as `blocks` have arrived. */
async function listed(page: Page, blocks: number): Promise<readonly string[]> {
  await page.getByRole('heading', { name: `${blocks} blocks` }).waitFor();
  const links = page.locator('.virtual tbody tr a.number');
  await links.nth(blocks - 1).waitFor();
  await page.locator('.virtual .skeleton').first().waitFor({ state: 'detached' });
  return await links.allTextContents();
}

test('a chain that continues another one is shown from its first block on', { skip: noBrowser }, async (t) => {
  const home = homePaths(temporaryFolder(t));
  writeHome(home, { ...(await newDevGenesis()), initialHeight: 1_000 });
  const node = await startTestNode(t, { home: home.folder, flags });
  await mine(node, 3);
  const { page, problems, open } = await openPage(t, node);

  await t.test('the list of blocks ends with it', async () => {
    await open('/blocks');
    assert.deepEqual(await listed(page, 4), ['1\u202f002', '1\u202f001', '1\u202f000', '999']);
  });

  await t.test('its page leads to the next block and to none before', async () => {
    await page.getByRole('link', { name: '999', exact: true }).click();
    const next = page.getByRole('link', { name: '1\u202f000 →' });
    await next.waitFor();
    await page.locator('dt:text-is("parent") + dd').waitFor();
    await page.waitForFunction(`document.querySelector('nav[aria-label="Neighbours"]').childElementCount === 1`);
    assert.equal(await page.locator('dt:text-is("parent") + dd a').count(), 0);
    await next.click();
    await page.getByRole('link', { name: '← 999' }).waitFor();
    assert.equal(await page.locator('dt:text-is("parent") + dd a').count(), 1);
  });

  await t.test('an earlier block is said to be before it', async () => {
    await page.getByLabel('Search').fill('5');
    await page.keyboard.press('Enter');
    await page
      .getByText('There is no block 5. The chain begins at block 999. The newest block is 1\u202f002.')
      .waitFor();
  });

  await t.test('searches end there, and the supply is drawn from there', async () => {
    await open('/contracts');
    await page.getByText('in all blocks').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Look further back' }).count(), 0);
    const sampled = new Set<number>();
    page.on('request', (request) => {
      for (const [, height] of (request.postData() ?? '').matchAll(/"supply",\[\],"(0x[\da-f]+)"/g))
        sampled.add(Number(height));
    });
    await mine(node, 60); // a sample of every second block
    await open('/tokenomics');
    await page.getByText('at block 1\u202f062:').first().waitFor();
    assert.deepEqual([...sampled].slice(0, 3), [999, 1_000, 1_002]);
  });
  assert.deepEqual(problems, []);
});

test('lists of a fork begin after its origin, whose blocks have pages', { skip: noBrowser }, async (t) => {
  const origin = await startTestNode(t, { flags: { ...flags, 'json-rpc.api': 'eth,net,web3,hardhat' } }); // no summaries
  await mine(origin, 3);
  const node = await startTestNode(t, { flags: { ...flags, 'fork.url': origin.urls.http } });
  await mine(node, 1);
  const { page, open } = await openPage(t, node);
  await open('/blocks');
  assert.deepEqual(await listed(page, 2), ['5', '4']);
  await open('/block/4');
  await page.getByRole('link', { name: '← 3' }).click();
  await page.getByRole('link', { name: '← 2' }).waitFor();
  await open('/block/0');
  await page.getByRole('link', { name: '1 →' }).waitFor();
  await page.waitForFunction(`document.querySelector('nav[aria-label="Neighbours"]').childElementCount === 1`);
});
