import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { toFunctionSelector } from 'viem';
import { toBase58, toBech32, toChecksum } from '../../primitives/address.ts';
import { accessibilityFindings, noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../../testing/test-node.ts';

async function call(node: TestNode, method: string, ...params: readonly unknown[]): Promise<string> {
  const response = await postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  assert.equal(response.error, undefined, JSON.stringify(response.error));
  return String(response.result);
}

/** A node with one transfer, and a page of its explorer that must have no problems. */
async function openExplorer(t: TestContext, flags: Readonly<Record<string, string>> = {}) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', ...flags } });
  const [from, to] = node.accounts.map(({ address }) => address);
  assert.ok(from && to);
  const hash = await call(node, 'eth_sendTransaction', { from, to, value: '0xde0b6b3a7640000' });
  const page = await (await openBrowser(t)).newPage();
  const origins = [node.urls.explorer, node.urls.http, node.urls.svm].map((url) => new URL(url).origin);
  const problems = watchPage(page, origins);
  const open = (path: string) => page.goto(node.urls.explorer + path);
  return { node, page, open, problems, hash, from, to };
}

/** An address that stays the same when the node starts again. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${address.port}`;
}

const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Pages that axe checks, too. */
const furtherPages = [
  '/validators',
  '/tokenomics',
  '/prism',
  '/rollups',
  '/bridges',
  '/layers',
  '/crossvm',
  '/network',
  '/pool',
  '/modules',
  '/modules/xqore?tab=calls',
  '/contracts',
  '/console/eth_call',
  '/tools',
];

/** Rules of axe whose result changes with theme and width. */
const visualRules = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('Search').fill(text);
  await page.keyboard.press('Enter');
}

test('every spelling leads to the block, the transaction or the account it names', { skip: noBrowser }, async (t) => {
  const { page, open, problems, hash, from, node } = await openExplorer(t);
  await open('/');
  await shows(page, 'development network, chain id 9800');
  const [status] = JSON.parse(
    JSON.stringify(
      (
        await postJson<{ result: { signature: string }[] }>(
          node.urls.svm,
          JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress', params: [toBase58(from)] }),
        )
      ).result,
    ),
  );
  const block = JSON.parse(
    JSON.stringify(
      (
        await postJson<{ result: { hash: string } }>(
          node.urls.http,
          JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['0x1', false] }),
        )
      ).result,
    ),
  );
  for (const [text, path] of [
    ['1', '/block/1'],
    ['#1', '/block/1'],
    ['latest', '/block/1'],
    [hash.slice(2), `/tx/${hash}`],
    ['xqor', '/modules/xqore'],
    [toFunctionSelector('lock(uint256)'), '/modules/xqore?tab=calls'],
    [block.hash, '/block/1'],
    [hash, `/tx/${hash}`],
    [status.signature, `/tx/${hash}`],
    [toChecksum(from), `/address/${from}`],
    [toBech32(from), `/address/${from}`],
    [toBase58(from), `/address/${from}`],
    ['dev0', `/address/${from}`],
    [toBech32(from, 'qorvaloper'), `/address/${toBech32(from, 'qorvaloper')}`],
  ] as const) {
    await search(page, text);
    await page.waitForURL(`${node.urls.explorer}${path}`);
    await open('/');
  }
  await shows(page, 'development network, chain id 9800');
  await page.keyboard.press('/');
  await page.keyboard.type('no such thing');
  await page.keyboard.press('Enter');
  await shows(page, /Nothing found. Looked for: height of a block; hash/);
  assert.deepEqual(problems, []);
});

test('a transaction, its block and its sender are shown as they are', { skip: noBrowser }, async (t) => {
  const { page, open, problems, hash, from, to, node } = await openExplorer(t);
  await open(`/tx/${hash}`);
  await shows(page, '✓ success');
  await shows(page, '1 QOR');
  for (const tab of ['Calls', 'Balances', 'State', 'SVM', 'Raw']) {
    await page.getByRole('tab', { name: tab }).click();
    await page
      .getByRole('tabpanel')
      .getByText(/dev1|lamports|"from"/)
      .first()
      .waitFor();
  }
  await page.getByRole('link', { name: '1', exact: true }).first().click();
  await page.waitForURL(`${node.urls.explorer}/block/1`);
  await shows(page, 'FeeDistributed');
  await open(`/address/${toBech32(to)}`);
  await shows(page, toBase58(to));
  await shows(page, toChecksum(to));
  const wei = BigInt(await call(node, 'eth_getBalance', to, 'latest'));
  await page.locator(`[title="Copy amount in wei"]`).waitFor();
  const shown = await page.locator('td', { has: page.locator('[title="Copy amount in wei"]') }).textContent();
  assert.equal(shown?.replace(/\D/g, ''), String(wei));
  await open(`/address/${from}`);
  await shows(page, '↗ sent');
  assert.deepEqual(problems, []);
});

test('new blocks appear by themselves, and the page survives a restart of the node', { skip: noBrowser }, async (t) => {
  const flags = { 'json-rpc.address': await freeAddress(), 'json-rpc.ws-address': await freeAddress() };
  const { page, open, node, from, to } = await openExplorer(t, flags);
  await open('/');
  await page.getByTitle('Newest block').getByText('#1').waitFor();
  await call(node, 'eth_sendTransaction', { from, to, value: '0x1' });
  await page.getByTitle('Newest block').getByText('#2').waitFor();
  await page.locator('table[aria-rowcount], table').first().waitFor();
  const rows = page.locator('tbody tr', { hasText: 'transfer' });
  await rows.nth(1).waitFor();
  await node.close();
  await shows(page, /does not respond. What is shown is old/);
  assert.equal(await rows.count(), 2, 'the last data stay');
  await node.restart();
  await page.getByText(/does not respond/).waitFor({ state: 'hidden' });
  await call(node, 'eth_sendTransaction', { from, to, value: '0x1' });
  await page.getByTitle('Newest block').getByText('#3').waitFor();
});

test('pages are usable for everyone: axe has no serious findings, nothing is wider than a phone', {
  skip: noBrowser,
}, async (t) => {
  const { page, open, hash, from } = await openExplorer(t);
  for (const path of ['/', '/blocks', '/block/1', `/tx/${hash}`, `/address/${from}`, ...furtherPages, '/nothing']) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(path);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await accessibilityFindings(page), [], `light, wide ${path}`);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 740 });
    assert.deepEqual(await accessibilityFindings(page, visualRules), [], `dark, narrow ${path}`);
    const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(excess, 0, `${path} is too wide for a phone`);
  }
});

/** Runs in the page: what has the focus, whether it can be seen, and whether it is marked. */
const focused = `(() => {
  const element = document.activeElement;
  const { width, height, top, bottom } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  return {
    name: element === document.body ? '' : element.tagName + ' ' + name,
    isSeen: width > 0 && height > 0 && bottom > 0 && top < window.innerHeight,
    isMarked: outlineStyle !== 'none' && outlineWidth !== '0px',
  };
})()`;

test('the keyboard reaches everything, in view and marked', { skip: noBrowser }, async (t) => {
  const { page, open, hash } = await openExplorer(t);
  type Focus = { readonly name: string; readonly isSeen: boolean; readonly isMarked: boolean };
  const focus = () => page.evaluate<Focus>(focused);
  await open('/');
  await page.locator('main[aria-busy="false"]').waitFor();
  await page.keyboard.press('Tab');
  assert.equal((await focus()).name, 'A Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.match((await focus()).name, /^A 1|^DIV|^A 0x/, 'the first link of the content');
  for (const path of ['/', `/tx/${hash}`, '/tools', '/console/eth_call', '/modules/xqore?tab=calls']) {
    await open(path);
    await page.locator('main[aria-busy="false"]').waitFor();
    const names = new Set<string>();
    for (let steps = 0; steps < 45; steps++) {
      await page.keyboard.press('Tab');
      const { name, isSeen, isMarked } = await focus();
      if (name === '') break; // the end of the page
      assert.ok(isSeen && isMarked, `${path}: ${name}`);
      names.add(name);
    }
    assert.ok(names.size > 15, `${path}: ${[...names].join(', ')}`);
  }
  await open(`/tx/${hash}`);
  await page.getByRole('tab', { name: 'Balances' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await focus()).name, 'BUTTON State');
  assert.equal(await page.getByRole('tab', { name: 'State' }).getAttribute('aria-selected'), 'true');
});
