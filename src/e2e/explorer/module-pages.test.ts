import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { accessibilityFindings, noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import {
  createGovernanceSamples,
  createModuleSamples,
  homeWithoutAuthority,
  sampleHome,
} from '../../testing/explorer/module-samples.ts';
import { createPoolSamples } from '../../testing/explorer/pool-samples.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { hybridFrom, testPqcKey } from '../../testing/signing/hybrid.ts';
import { startTestNode } from '../../testing/test-node.ts';

test('bridges, layers, rollups, messages and the pool are shown as they are, on a phone too', {
  skip: noBrowser,
}, async (t) => {
  const node = await startTestNode(t, { home: sampleHome(), flags: { 'consensus.block-interval': '0s' } });
  const sender = createSampleSender(node.urls.http);
  await createModuleSamples(sender, { batches: 6 });
  await sender.rpc('evm_setAutomine', true);
  const nonce = BigInt(await sender.rpc<string>('eth_getTransactionCount', node.accounts[1]?.address, 'latest'));
  const hybrid = hybridFrom(1, testPqcKey(7), { nonce });
  await sender.rpc('eth_sendRawTransactionSync', toHex(hybrid.raw));
  await createPoolSamples(sender);
  const page = await (await openBrowser(t)).newPage();
  const origins = [node.urls.explorer, node.urls.http, node.urls.svm].map((url) => new URL(url).origin);
  const problems = watchPage(page, origins);

  for (const [path, ...texts] of [
    ['/bridges', '✗ challenged', 'no such transaction', '✗ paused', '◷ pending', '12.345678'],
    ['/bridges/ethereum', '✓ closed: transfers continue', '640 of 2 000, 32 %', '580 USDC', '0x4242…4242'],
    ['/layers', '✗ decommissioned', '◷ proposed', 'Small payments'],
    ['/layers/games', 'Anchors: 6', '✓ confirmed'],
    ['/layers/wrong', '✗ rejected'],
    ['/rollups', '✗ paused', 'optimistic'],
    ['/rollups/shop', 'Batches: 10', '✓ finalized', '✗ challenged', '✗ rejected', '1 000'],
    ['/crossvm', '✓ executed', '✗ failed', '◷ pending', '✗ timed out', 'cosmwasm → evm'],
    ['/crossvm/2', 'crossvm-00000002', 'failed'],
    ['/pool', '⚠ nonce 6, which is missing', '⚠ a base fee it can pay', '9 transactions'],
    ['/validators', '3 validators', 'rather long name'],
    [`/tx/${hybrid.hash}`, '0x51, hybrid', 'algorithm 1, 4 627 bytes'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(node.urls.explorer + path);
    const main = page.locator('main');
    for (const text of texts) await main.getByText(text).first().waitFor();
    assert.deepEqual(await accessibilityFindings(page), [], `dark, wide ${path}`);
    await page.setViewportSize({ width: 360, height: 740 });
    const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(excess, 0, `${path} is too wide for a phone`);
  }
  assert.deepEqual(problems, []);
});

test('proposals are shown with their votes', { skip: noBrowser }, async (t) => {
  const node = await startTestNode(t, { home: homeWithoutAuthority(), flags: { 'consensus.block-interval': '0s' } });
  await createGovernanceSamples(createSampleSender(node.urls.http));
  const page = await (await openBrowser(t, { viewport: { width: 360, height: 740 } })).newPage();
  for (const [path, ...texts] of [
    ['/governance', '2 proposals', '<b>Slower</b> rebases', '◷ voting', '100 %', '◷ deposit', 'no votes'],
    ['/governance/1', 'Rebases cost', 'xqore', '100 QOR', '1 000 000 QOR, 100 %', 'dev0'],
    ['/governance/2', 'A bench for the park', 'dev5', 'No votes yet'],
    ['/governance/3', 'There is no proposal 3'],
  ] as const) {
    await page.goto(node.urls.explorer + path);
    for (const text of texts) await page.locator('main').getByText(text).first().waitFor();
    assert.deepEqual(await accessibilityFindings(page), [], path);
    const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(excess, 0, `${path} is too wide for a phone`);
  }
  const section = await page.getByRole('link', { name: 'Governance', exact: true }).boundingBox();
  assert.ok(section && section.x >= 0 && section.x + section.width <= 360, 'the open section is in view');
});
