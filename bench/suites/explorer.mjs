/** Scrolling through a history of 100,000 transactions and a block of 1,000 in the explorer, in Debian's Chromium. */
import { noBrowser, openBrowser } from '../../dist/testing/clients/browser.js';
import { makeLongLists, scrollThrough } from '../../dist/testing/explorer/list-scrolling.js';
import { freePort, removeHome, startQord } from '../lib/process.mjs';
import { median } from '../lib/statistics.mjs';

export const hasPeer = false;

const entries = 100_000;

export async function run(report) {
  if (noBrowser !== false) return console.log(noBrowser);
  const closers = [];
  const address = `127.0.0.1:${await freePort()}`;
  const flags = ['--consensus.block-interval', '0s', '--explorer.enable', 'true', '--explorer.address', address];
  const node = await startQord({ flags });
  const { block, inBlock, transfers, receiver } = await makeLongLists(node.url, entries);
  const page = await (await openBrowser({ after: (close) => closers.push(close) })).newPage();
  const paints = [];
  for (let at = 0; at < 5; at++) {
    await page.goto(`http://${address}`);
    await page.locator('.strip a').first().waitFor();
    paints.push(await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
  }
  report.figure('first view of the home page', 'ms', median(paints), { goal: 300 });
  for (const [what, path, expected] of [
    [`a block of ${inBlock}`, `/block/${block}`, inBlock],
    [`a history of ${transfers}`, `/address/${receiver}`, transfers],
  ]) {
    const { rows, frameTime, memory } = await scrollThrough(page, `http://${address}${path}`, expected);
    report.figure(`${what}: rows that were reached`, '', rows);
    report.figure('… main thread for one frame of 15 rows', 'ms', frameTime, { goal: 16 });
    report.figure('… memory of the page', 'MB', memory, { goal: 150 });
  }
  for (const close of closers) await close();
  await node.stop();
  removeHome(node.home);
}
