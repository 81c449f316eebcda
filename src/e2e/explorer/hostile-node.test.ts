import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { noBrowser, openBrowser } from '../../testing/clients/browser.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { listen } from '../../testing/node/listen.ts';
import { startTestNode } from '../../testing/test-node.ts';

/** What a stranger's node does with the answers of a real one. */
type Behaviour = (answer: string, response: ServerResponse, request: string) => unknown;

const pass: Behaviour = (answer, response) => void response.end(answer);

/** A node that any page may ask, which answers as `behave` says. */
async function startStranger(t: TestContext, target: string) {
  const state = { behave: pass };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method !== 'POST') return void response.end();
    const body = await text(request);
    const answered = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    state.behave(await answered.text(), response, body);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  return { url: `http://127.0.0.1:${await listen(t, server)}`, state };
}

const html = '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>';
const cut: Behaviour = (answer, response) => {
  response.setHeader('content-length', answer.length + 9);
  response.write(answer.slice(0, 9), () => response.destroy());
};

/** Each with what the page says of it. */
const failures: readonly (readonly [name: string, behave: Behaviour, said: RegExp])[] = [
  [
    'a web page',
    (_, response) => void response.end(html),
    /is not a node of a chain: it sends no JSON, but “502 Bad Gateway”/,
  ],
  ['an error of a proxy', (_, response) => void response.writeHead(502).end(html), /^502 Bad Gateway$/],
  ['nothing', (_, response) => void response.end(), /it sends no JSON, but “nothing”/],
  [
    'half an answer',
    (answer, response) => void response.end(answer.slice(0, answer.length / 2)),
    /it sends no JSON, but “/,
  ],
  ['a connection that is cut', cut, /does not respond/],
  ['answers to nobody', (_, response) => void response.end('[null,7,{"id":99,"result":"0x1"}]'), /lacks this call/],
];

/** Other numbers than blocks have: JSON of a block summary is changed by each. */
const heads: readonly (readonly [name: string, change: (answer: string) => string])[] = [
  ['negative', (answer) => answer.replaceAll(/"number":"0x\w+"/g, '"number":"-0x5"')],
  ['no number', (answer) => answer.replaceAll(/"number":"0x\w+"/g, '"number":{"a":1}')],
  ['larger than any', (answer) => answer.replaceAll(/"number":"0x\w+"/g, `"number":"0x${'f'.repeat(64)}"`)],
];

test('what another node sends ends no page, is said, and is forgotten as soon as it answers', {
  skip: noBrowser,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { mine, rpc } = createSampleSender(node.urls.http);
  await mine(3);
  const stranger = await startStranger(t, node.urls.http);
  const page = await (await openBrowser(t)).newPage();
  const exceptions: string[] = [];
  page.on('pageerror', ({ message }) => void exceptions.push(message));
  const open = (path: string) => page.goto(`${node.urls.explorer}${path}?rpc=${encodeURIComponent(stranger.url)}`);
  const newest = (height: number) => page.getByTitle('Newest block').getByText(`#${height}`).waitFor();

  for (const [name, behave, said] of failures) {
    await t.test(name, async () => {
      stranger.state.behave = behave;
      await open(`/address/${node.accounts[1]?.address}`);
      await page.getByText(said).first().waitFor();
      await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    });
  }

  await t.test('what the page shows as soon as the node answers again', async () => {
    stranger.state.behave = pass;
    await newest(3);
    await page.getByRole('row', { name: /exact/ }).getByText('10\u202f000\u202f000').waitFor();
    await page.getByText('lacks this call').waitFor({ state: 'hidden' });
  });

  for (const [name, change] of heads) {
    await t.test(`a height that is ${name}`, async () => {
      await open('/blocks');
      await newest(3);
      stranger.state.behave = (answer, response) => void response.end(change(answer));
      await page.getByRole('link', { name: 'Pool' }).click();
      await page.getByRole('heading', { name: 'Pool' }).waitFor();
      await open('/blocks');
      await page.getByRole('heading', { name: 'Blocks' }).waitFor();
      assert.doesNotMatch(await page.locator('body').innerText(), /NaN|Infinity|-5/);
      stranger.state.behave = pass;
      await newest(3);
    });
  }

  await t.test('a head a million blocks away, and back', async () => {
    await open('/blocks');
    stranger.state.behave = (answer, response) =>
      void response.end(
        answer.replaceAll('"number":"0x3"', '"number":"0xf4243"').replaceAll('"hash":"0x', '"hash":"0x1'),
      );
    await page.getByTitle('Newest block').getByText('#1\u202f000\u202f003').waitFor();
    stranger.state.behave = pass;
    await newest(3);
    await page.getByText('4 blocks').waitFor();
  });

  await t.test('no holder is counted as another before it is known which accounts have names', async () => {
    stranger.state.behave = (answer, response, request) =>
      request.includes('"qord_listModules"') ? setTimeout(() => response.end(answer), 1_500) : response.end(answer);
    await page.addInitScript(`setInterval(() => {
      window.wasWrong ||= /all other accounts\\s+[^%]*\\s100 %/.test(document.body.innerText);
    }, 20)`);
    await open('/');
    await page.getByRole('row', { name: /^treasury/ }).waitFor();
    assert.equal(await page.evaluate('window.wasWrong'), false);
    stranger.state.behave = pass;
  });

  await t.test('a transaction whose answer is lost is sent once, and may have arrived', async () => {
    await open('/tools');
    await page.getByLabel('account').fill(node.accounts[3]?.address ?? '');
    let submissions = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('"eth_sendTransaction"')) submissions++;
    });
    stranger.state.behave = (answer, response, request) =>
      request.includes('"eth_sendTransaction"') ? response.destroy() : response.end(answer);
    const send = page.getByRole('button', { name: 'Send' });
    await send.dblclick();
    await page.getByText('may have arrived all the same: look for it before you send it again').waitFor();
    assert.equal(submissions, 1);
    const count = await rpc<string>('eth_getTransactionCount', node.accounts[0]?.address, 'latest');
    assert.equal(BigInt(count), 1n, 'though the browser itself asks again when a connection is lost');
  });
  assert.deepEqual(exceptions, []);
});
