import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { startTlsProxy } from '../../testing/explorer/tls-proxy.ts';
import { startTestNode } from '../../testing/test-node.ts';

const host = 'chain.localhost'; // browsers resolve names below localhost to this machine

test('the explorer works behind a proxy with one name, TLS and a path for each interface', {
  skip: noBrowser,
}, async (t) => {
  const proxy = await startTlsProxy(t, host);
  const flags = {
    'consensus.block-interval': '0s',
    'explorer.rpc-url': `${proxy.url}/rpc`,
    'explorer.ws-url': `${proxy.url.replace('https', 'wss')}/ws`,
    'explorer.svm-url': `${proxy.url}/svm`,
    'http.allowed-hosts': host,
    'http.trusted-proxies': '127.0.0.1',
  };
  const { urls, accounts } = await startTestNode(t, { flags });
  const alone = await startTestNode(t);
  proxy.serve([
    { path: '/rpc', http: urls.http },
    { path: '/ws', http: urls.http, webSocket: urls.webSocket },
    { path: '/svm', http: urls.svm },
    { path: '/', http: urls.explorer },
  ]);
  const { rpc, mine } = createSampleSender(urls.http);
  const [from, to] = accounts.map(({ address }) => address);
  const hash = await rpc<string>('eth_sendTransaction', { from, to, value: '0xde0b6b3a7640000' });
  const context = await openBrowser(t, { ignoreHTTPSErrors: true });
  const open = async () => {
    const page = await context.newPage();
    const sockets: string[] = [];
    page.on('websocket', (socket) => void sockets.push(socket.url()));
    return { page, sockets };
  };

  await t.test('at the public name', async () => {
    const { page, sockets } = await open();
    const problems = watchPage(page, [proxy.url]);
    await page.goto(proxy.url);
    await page.getByTitle('Newest block').getByText('#1').waitFor();
    await page.locator('dt:text-is("new blocks by WebSocket") + dd').getByText('✓ responds').waitFor();
    await page.locator('dt:text-is("SVM") + dd').getByText('✓ responds').waitFor();
    await mine(1);
    await page.getByTitle('Newest block').getByText('#2').waitFor();
    assert.deepEqual(sockets, [flags['explorer.ws-url']]);
    await page.getByText(`${proxy.url}/rpc`, { exact: true }).waitFor();
    await page.goto(`${proxy.url}/address/${to}`);
    await page.getByText('+1 QOR').waitFor();
    await page.goto(`${proxy.url}/tx/${hash}?tab=svm`);
    await page.getByText('recent block hash').waitFor();
    await page.goto(`${proxy.url}/console/eth_chainId`);
    await page.getByText(`curl -s ${proxy.url}/rpc -H`).waitFor();
    await page.goto(`${proxy.url}/rollups`);
    const command = `qord tx rdk create-rollup my-rollup defi 10000qor --from dev0 --node ${proxy.url}/rpc`;
    await page.getByText(command, { exact: true }).waitFor();
    assert.doesNotMatch(await page.content(), /qord-node-|qord\.cjs/, 'nobody learns where the node is');
    assert.deepEqual(problems, []);
  });

  for (const route of ['removed by the proxy', 'kept by the proxy']) {
    await t.test(`below a path of the host, ${route}`, async () => {
      const below = await startTlsProxy(t, host);
      const own = {
        'explorer.path': '/explorer',
        'explorer.rpc-url': `${below.url}/rpc`,
        'explorer.ws-url': `${below.url.replace('https', 'wss')}/ws`,
        'explorer.svm-url': `${below.url}/svm`,
      };
      const node = await startTestNode(t, { flags: { ...flags, ...own } });
      const target = route.startsWith('kept') ? `${node.urls.explorer}/explorer` : node.urls.explorer;
      below.serve([
        { path: '/rpc', http: node.urls.http },
        { path: '/ws', http: node.urls.http, webSocket: node.urls.webSocket },
        { path: '/svm', http: node.urls.svm },
        { path: '/explorer', http: target },
      ]);
      const chain = createSampleSender(node.urls.http);
      const sent = await chain.rpc<string>('eth_sendTransaction', { from, to, value: '0xde0b6b3a7640000' });
      const { page } = await open();
      const problems = watchPage(page, [below.url]);
      const at = `${below.url}/explorer`;
      await page.goto(at);
      await page.getByTitle('Newest block').getByText('#1').waitFor();
      await page.waitForFunction(`document.querySelector('img[src="/explorer/icon.svg"]').naturalWidth > 0`);
      await page.getByRole('link', { name: 'Validators' }).click();
      await page.waitForURL(`${at}/validators`);
      await page.getByText('development', { exact: true }).waitFor();
      await page.getByLabel('Search').fill(sent);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${at}/tx/${sent}`);
      await page.getByRole('tab', { name: 'Raw' }).click();
      await page.waitForURL(`${at}/tx/${sent}?tab=raw`);
      await page.reload();
      await page.getByRole('tab', { name: 'Raw', selected: true }).waitFor();
      await page.getByRole('link', { name: 'dev0' }).first().click();
      await page.waitForURL(`${at}/address/*`);
      await page.goBack();
      await page.waitForURL(`${at}/tx/${sent}?tab=raw`);
      await page.getByRole('link', { name: 'qord', exact: true }).click();
      await page.waitForURL(`${at}/`);
      await page.getByRole('heading', { name: 'Latest blocks' }).waitFor();
      await page.getByRole('link', { name: 'Home', exact: true }).and(page.locator('[aria-current="page"]')).waitFor();
      assert.deepEqual(
        await page.evaluate<string[]>('Object.keys(localStorage).filter((key) => !key.startsWith("/explorer "))'),
        [],
      );
      assert.deepEqual(problems, []);
      await page.close();
    });
  }

  await t.test('from the explorer of another node, by ?rpc=', async () => {
    const { page, sockets } = await open();
    const query = new URLSearchParams({
      rpc: `${proxy.url}/rpc`,
      ws: flags['explorer.ws-url'],
      svm: `${proxy.url}/svm`,
    });
    const own = [alone.urls.explorer, alone.urls.http, alone.urls.svm].map((url) => new URL(url).origin);
    const problems = watchPage(page, [proxy.url, ...own]);
    await page.goto(`${alone.urls.explorer}/?${query}`);
    await page.getByTitle('Newest block').getByText('#2').waitFor();
    await page.getByRole('link', { name: 'Blocks', exact: true }).click();
    await page.getByText('3 blocks').waitFor();
    await mine(1);
    await page.getByText('4 blocks').waitFor();
    await page.reload();
    await page.getByText('4 blocks').waitFor();
    await page.goto(`${alone.urls.explorer}/address/${to}?${query}`);
    await page.getByText('+1 QOR').waitFor();
    await page.goto(`${alone.urls.explorer}/modules/xqore?${query}`);
    await page.getByRole('complementary', { name: 'Another node' }).getByText(`${proxy.url}/rpc`).waitFor();
    await page.getByRole('tab', { name: /^Calls/ }).waitFor();
    const kept = await page.evaluate<string[]>('Object.keys(localStorage)');
    assert.deepEqual(
      kept.filter((key) => key.startsWith('module ')),
      [],
      'another node leaves no declarations for the pages of this one',
    );
    await page.getByRole('link', { name: 'the node of this explorer' }).click();
    await page.getByRole('complementary', { name: 'Another node' }).waitFor({ state: 'hidden' });
    await page.getByTitle('Newest block').getByText(/#\d/).waitFor();
    assert.deepEqual([...new Set(sockets)].slice(0, 1), [flags['explorer.ws-url']]);
    assert.deepEqual(problems, []);
  });
});
