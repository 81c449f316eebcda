import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFindings, noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

type Consensus = {
  readonly id: string;
  readonly height: number;
  readonly round: number;
  readonly validators: readonly { readonly validator: string; readonly power: number }[];
  readonly peers: readonly { readonly id: string; readonly name: string; readonly height: number }[];
  readonly rounds: readonly { readonly height: number; readonly round: number }[];
};

const consensusOf = (node: NetworkNode) => node.call<Consensus | null>('qord_getConsensus');
const fact = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`);
const rowOf = (page: Page, name: string) => page.locator('tr', { has: page.getByText(name, { exact: true }) });

test('peers, validators, rounds and lag of a network are shown, by the explorer of another node too', {
  skip: noBrowser || cometMissing,
}, async (t) => {
  const nodes = await startNetwork(t, { validators: 4 });
  const [first, , , last] = nodes;
  assert.ok(first && last);
  const alone = await startTestNode(t);
  const page = await (await openBrowser(t)).newPage();
  await allAt(nodes, 5);

  await t.test('the node returns what CometBFT reports', async () => {
    await until(async () => (await consensusOf(first))?.peers.length === 3, 'all peers');
    const before = await first.height();
    const now = await consensusOf(first);
    const after = await first.height();
    assert.ok(now);
    assert.deepEqual(now.peers.map(({ name }) => name).sort(), ['node1', 'node2', 'node3']);
    assert.deepEqual(
      now.validators.map(({ power }) => power),
      [1_000_000, 1_000_000, 1_000_000, 1_000_000],
    );
    assert.ok(before <= now.height && now.height <= after + 1, `${before}, ${now.height}, ${after}`);
    const decided = now.rounds.map(({ height }) => height);
    assert.deepEqual(decided.slice(-2), [2, 1], 'newest first, down to the first block');
    const effects = await first.call<{ round: number }>('qord_getBlockEffects', '0x2');
    assert.equal(effects.round, now.rounds.at(-2)?.round);
    assert.equal((await first.call<{ round: null }>('qord_getBlockEffects', '0x0')).round, null);
  });

  await t.test('the page, reading from a node of the network', async () => {
    const url = first.process.urls.http ?? '';
    const problems = watchPage(page, [new URL(alone.urls.explorer).origin, new URL(url).origin]);
    await page.goto(`${alone.urls.explorer}/network?rpc=${encodeURIComponent(url)}`);
    await rowOf(page, 'node1').getByText('✓ with this node').waitFor();
    await rowOf(page, 'node3').getByText('✓ with this node').waitFor();
    await fact(page, 'connected peers').getByText('3').waitFor();
    await fact(page, 'deciding block').waitFor();
    await page.getByText('4 validators', { exact: true }).waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.deepEqual(problems, []);
  });

  await t.test('a validator that is away: blocks it misses, and rounds that take longer for it', async () => {
    await last.process.stop('SIGKILL');
    const isLate = async () => (await consensusOf(first))?.rounds.some(({ round }) => round > 0) === true;
    await until(isLate, 'a block that was decided in a later round');
    await page.getByText(/took more rounds: \d+/).waitFor();
    await fact(page, 'connected peers').getByText('2').waitFor();
    await page
      .getByText(/^\d+ missed: \d+/)
      .first()
      .waitFor();
  });

  await t.test('a node that nobody connects to says so on every page, until it is with its network again', async () => {
    const others = nodes.filter((node) => node !== last);
    await Promise.all(others.map((node) => node.process.stop('SIGTERM')));
    await last.start();
    const { explorer } = last.process.urls;
    assert.ok(explorer);
    await page.goto(`${explorer}/blocks`);
    const banner = page.getByText(/This node has no peers: .*Its newest block is .* ago/);
    await banner.waitFor();
    assert.equal(
      await page.getByText(/behind its network|newest block is old/).count(),
      0,
      'one banner, the right one',
    );
    await page.getByRole('link', { name: 'Modules' }).click();
    await banner.waitFor();
    await banner.getByRole('link', { name: 'Network' }).click();
    await page.waitForURL(`${explorer}/network`);
    await fact(page, 'connected peers').getByText('0', { exact: true }).waitFor();
    assert.equal(await page.getByText('at the head of the chain').count(), 0, 'it cannot know');
    await Promise.all(others.map((node) => node.start()));
    await banner.waitFor({ state: 'hidden' });
    await fact(page, 'connected peers').getByText('3').waitFor();
  });
});
