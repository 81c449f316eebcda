import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityFindings, noBrowser, openBrowser } from '../../testing/clients/browser.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { startTestNode } from '../../testing/test-node.ts';

test('moves of the time, snapshots and removed blocks leave a trace on every page, whoever caused them', {
  skip: noBrowser,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const page = await (await openBrowser(t)).newPage();
  const open = (path: string) => page.goto(node.urls.explorer + path);
  const { rpc, mine } = createSampleSender(node.urls.http);
  const banner = page.getByRole('complementary', { name: 'Changes of this development network' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await t.test('nothing is said of a network that nobody has changed', async () => {
    await open('/tools');
    await page.getByText('The chain has not gone back').waitFor();
    assert.equal(await banner.count(), 0);
  });

  await t.test('time that was moved', async () => {
    await page.getByLabel('seconds', { exact: true }).press('Enter');
    await banner.getByText('blocks are 1 h ahead of the clock').waitFor();
  });

  await t.test('snapshots, also those that other clients took', async () => {
    await mine(4);
    await button('Take a snapshot').click();
    await page.getByText('snapshot 0x0 taken').waitFor();
    await banner.getByText('1 snapshot, the newest at block 4').waitFor();
    await mine(3);
    await rpc('evm_snapshot');
    await banner.getByText('2 snapshots, the newest at block 7').waitFor();
    assert.equal(await button('Go back to it').count(), 2);
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  await t.test('blocks that others removed are gone from a page that is open', async () => {
    await mine(5);
    await open('/blocks');
    await page.getByText('13 blocks').waitFor();
    await rpc('evm_revert', '0x1');
    await banner.getByText('went back from block 12 to 7').waitFor();
    await page.getByText('8 blocks').waitFor();
    await page.getByTitle('Newest block').getByText('#7').waitFor();
  });

  await t.test('blocks of a chain that went back, and is longer now, are read again', async () => {
    await mine(1);
    const before = await rpc<{ readonly hash: string }>('eth_getBlockByNumber', '0x8', false);
    await open('/');
    await page.getByTitle('Newest block').getByText('#8').waitFor();
    await page.getByRole('link', { name: '8', exact: true }).first().click();
    await page.getByText(before.hash).waitFor();
    await page.getByRole('link', { name: 'Pool' }).click();
    await page.context().setOffline(true); // as a laptop that sleeps
    await rpc('anvil_rollback', 1);
    await mine(3);
    const now = await rpc<{ readonly hash: string }>('eth_getBlockByNumber', '0x8', false);
    assert.notEqual(now.hash, before.hash);
    await page.context().setOffline(false);
    await page.getByTitle('Newest block').getByText('#10').waitFor();
    await page.goBack();
    await page.getByText(now.hash).waitFor();
    assert.equal(await page.getByText(before.hash).count(), 0);
    await rpc('anvil_rollback', 3);
  });

  await t.test('a snapshot is gone back to by a click', async () => {
    await open('/tools');
    await button('Go back to it').click();
    await page.getByText('back at block 4').waitFor();
    await page.getByRole('row', { name: /7 4 3 blocks$/ }).waitFor();
    await banner.getByText('went back from block 7 to 4').waitFor();
    await page.getByText('No snapshots. The node keeps them').waitFor();
  });

  await t.test('the time that was moved is kept by a node that is started again', async () => {
    await node.restart();
    await open('/');
    await banner.getByText('blocks are 1 h ahead of the clock').waitFor();
  });
});
