import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowser } from '../../testing/clients/browser.ts';
import { createChainSamples } from '../../testing/explorer/chain-samples.ts';
import { createModuleSamples, sampleHome } from '../../testing/explorer/module-samples.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { startTestNode } from '../../testing/test-node.ts';

/** What a page may move of itself without anybody having touched it (https://web.dev/articles/cls). */
const mostShift = 0.05;
/** Bytes that a page at which nobody does anything may receive: in all, and of that by one announced block. */
const mostBytesInMinute = 70_000;
const mostBytesOfBlock = 650;

/** Adds up what moves, from the first frame on. */
const countShifts = `window.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

const shiftsOf = (page: Page) => page.evaluate<number>('window.shifts');
const isSettled = (page: Page) => page.locator('main[aria-busy="false"]').waitFor();

test('pages move nothing by themselves, and an idle one reads little', { skip: noBrowser }, async (t) => {
  const node = await startTestNode(t, { home: sampleHome(), flags: { 'consensus.block-interval': '0s' } });
  const samples = await createChainSamples(node.urls.http);
  const sender = createSampleSender(node.urls.http);
  await createModuleSamples(sender, { batches: 6 });
  await sender.rpc('evm_setAutomine', true);
  const context = await openBrowser(t);
  await context.addInitScript(countShifts);
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.postData() ?? ''));
  const open = async (path: string) => {
    await page.goto(node.urls.explorer + path);
    await isSettled(page);
    await page.waitForLoadState('networkidle');
  };

  await t.test('declarations of modules are read once, each by itself', async () => {
    const readModules = () => requests.filter((text) => text.includes('"qord_getModules"'));
    await open('/modules/xqore');
    assert.deepEqual(
      readModules().map((text) => /"qord_getModules","params":(\[.*?\]\])/.exec(text)?.[1]),
      ['[["xqore"]]'],
    );
    await open(`/tx/${samples.tokenTransfer}`);
    assert.equal(readModules().length, 2, 'the others, to decode calls');
    await open(`/tx/${samples.transfer}`);
    await open('/modules/rdk?tab=calls');
    assert.equal(readModules().length, 2);
    const kept = `JSON.parse(localStorage.getItem('module rdk'))`;
    await page.evaluate(`localStorage.setItem('module rdk', JSON.stringify({ ...${kept}, hash: 'old' }))`);
    await open(`/tx/${samples.transfer}?tab=events`);
    await page.evaluate(`document.querySelector('.brand').click()`);
    assert.match(readModules()[2] ?? '', /\[\["rdk"\]\]/, 'one that has changed is read again');
  });

  const paths = ['/', `/tx/${samples.reverted}`, `/address/${node.accounts[1]?.address}`];
  for (const path of [...paths, '/prism', '/tokenomics', '/rollups/shop', '/bridges', '/layers/games']) {
    await t.test(path, async () => {
      await open(path);
      const atLoad = await shiftsOf(page);
      assert.ok(atLoad <= mostShift, `at load: ${atLoad}`);
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const received = { answers: 0, announced: 0 };
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        received.answers += encodedDataLength;
      });
      session.on('Network.webSocketFrameReceived', ({ response }) => {
        received.announced += response.payloadData.length;
      });
      const start = performance.now();
      const blocks = 12; // PRISM takes a sample every ten
      for (let block = 0; block < blocks; block++) await sender.mine(1);
      await page.waitForTimeout(300);
      const minutes = (performance.now() - start) / 60_000;
      const later = (await shiftsOf(page)) - atLoad;
      assert.ok(later <= mostShift, `while blocks arrive: ${later}`);
      const perBlock = received.announced / blocks;
      assert.ok(perBlock <= mostBytesOfBlock, `${perBlock} bytes for a block`);
      const rest = mostBytesInMinute - 30 * mostBytesOfBlock;
      const most = rest * Math.max(minutes, 0.2); // an answer that falls due now was earned in the seconds before
      assert.ok(received.answers <= most, `${received.answers} bytes in ${Math.round(minutes * 60)} s`);
      await session.detach();
    });
  }
});
