/**
 * npm run docs:explorer: screenshots of every page of the explorer, on a new development network with some
 * transactions.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { openBrowser } from '../dist/testing/clients/browser.js';
import { createChainSamples } from '../dist/testing/explorer/chain-samples.js';
import {
  createGovernanceSamples,
  createModuleSamples,
  homeWithoutAuthority,
  sampleHome,
} from '../dist/testing/explorer/module-samples.js';
import { createPoolSamples } from '../dist/testing/explorer/pool-samples.js';
import { createSampleSender } from '../dist/testing/explorer/sample-sender.js';
import { cometMissing } from '../dist/testing/network/comet-binary.js';
import { allAt, startNetwork } from '../dist/testing/network/network.js';
import { startTestNode } from '../dist/testing/test-node.js';

const folder = 'docs/explorer';
const wide = { viewport: { width: 1280, height: 860 }, colorScheme: 'light' };
const closers = [];
const t = { after: (close) => closers.push(close) };

async function call(url, method, ...params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Blocks of different fullness, so that plots have a shape. */
async function makeHistory({ urls, accounts }) {
  for (let block = 0; block < 60; block++) {
    await call(urls.http, 'evm_setAutomine', false);
    for (let at = 0; at < (block * 7) % 11; at++) {
      const [from, to] = [accounts[at % 10].address, accounts[(at + block) % 10].address];
      await call(urls.http, 'eth_sendTransaction', {
        from,
        to,
        value: `0x${(10n ** 16n * BigInt(at + block)).toString(16)}`,
      });
    }
    await call(urls.http, 'evm_increaseTime', 1 + (block % 4));
    await call(urls.http, 'evm_mine');
  }
  await call(urls.http, 'evm_setAutomine', true);
}

/** Runs in the page: whether everything has arrived and every plot is drawn. */
function isComplete() {
  const main = document.querySelector('main');
  const isReading = /(?:Reading|Loading) …/.test(main?.textContent ?? '');
  const plots = [...document.querySelectorAll('.plot-place')];
  const areDrawn = plots.every((plot) => plot.querySelector('canvas, .hint') !== null);
  return (
    main?.getAttribute('aria-busy') === 'false' &&
    main.children.length > 0 &&
    !isReading &&
    areDrawn &&
    main.querySelector('.skeleton') === null
  );
}

const node = await startTestNode(t, { home: sampleHome(), flags: { 'consensus.block-interval': '0s' } });
try {
  await makeHistory(node);
  const samples = await createChainSamples(node.urls.http);
  const sender = createSampleSender(node.urls.http);
  await createModuleSamples(sender, { batches: 40 });
  await createPoolSamples(sender);
  const receipt = await call(node.urls.http, 'eth_getTransactionReceipt', samples.tokenTransfer);
  const pages = {
    home: '/',
    blocks: '/blocks',
    block: `/block/${Number(receipt.blockNumber)}`,
    transaction: `/tx/${samples.tokenTransfer}`,
    'transaction-svm': `/tx/${samples.transfer}?tab=svm`,
    account: `/address/${node.accounts[1].address}`,
    contracts: `/contracts?address=${samples.token}`,
    pool: '/pool',
    modules: '/modules',
    module: '/modules/xqore?tab=calls',
    validators: '/validators',
    tokenomics: '/tokenomics',
    prism: '/prism',
    rollups: '/rollups',
    rollup: '/rollups/shop',
    bridges: '/bridges',
    bridge: '/bridges/ethereum',
    layers: '/layers',
    layer: '/layers/games',
    crossvm: '/crossvm',
    console: '/console/eth_getBalance',
    tools: '/tools',
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(t);
  const take = async (name, path, options, base = node.urls.explorer, text = '') => {
    const page = await browser.newPage(options);
    await page.goto(base + path, { waitUntil: 'load' });
    await page.waitForFunction(isComplete, undefined, { timeout: 60_000 });
    if (text !== '') await page.getByText(text).first().waitFor();
    await page.screenshot({ path: `${folder}/${name}.png` });
    await page.close();
  };
  for (const [name, path] of Object.entries(pages)) {
    await take(name, path, wide);
  }
  const governed = await startTestNode(t, {
    home: homeWithoutAuthority(),
    flags: { 'consensus.block-interval': '0s' },
  });
  await createGovernanceSamples(createSampleSender(governed.urls.http));
  await take('governance', '/governance', wide, governed.urls.explorer);
  if (cometMissing) {
    console.log(`without the picture of a network: ${cometMissing}`);
  } else {
    const network = await startNetwork(t, { validators: 4 });
    await allAt(network, 30);
    await network[3].process.stop('SIGTERM');
    await allAt(network.slice(0, 3), 45);
    await take('network', '/network', wide, network[0].process.urls.explorer, /\d missed: /);
  }
  for (const name of ['home', 'transaction', 'bridge', 'pool']) {
    await take(`${name}-phone`, pages[name], { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  }
} finally {
  for (const close of closers.reverse()) await close();
}
