import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, keccak256, toHex } from 'viem';
import { toBase58, toBech32, toChecksum } from '../../primitives/address.ts';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { keyWithProof, testConsensusKey } from '../../testing/signing/consensus-keys.ts';
import { compileContract } from '../../testing/solidity.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

type Receipt = { readonly contractAddress: Hex; readonly transactionHash: Hex };

/** Bytes that one answer about a token may have. */
const mostBytes = 2_500;

type LogsCall = { readonly params: readonly [{ readonly fromBlock: string; readonly toBlock: string }] };

function isLogsCall(call: unknown): call is LogsCall {
  return typeof call === 'object' && call !== null && 'method' in call && call.method === 'eth_getLogs';
}

const isTooWide = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('names of strangers are bounded, isolated, marked where they look like others, and found', {
  skip: noBrowser,
}, async (t) => {
  const flags = { 'consensus.block-interval': '0s', 'json-rpc.filter-cap': '250' };
  const node = await startTestNode(t, { flags });
  const sender = createSampleSender(node.urls.http);
  const [first, second, third, fourth] = node.accounts.map(({ address }) => address);
  assert.ok(first && second && third && fourth);
  const { abi, bytecode } = compileContract('HostileToken');
  const send = async (fields: Readonly<Record<string, string>>) => {
    const hash = await sender.rpc<string>('eth_sendTransaction', { from: first, gas: '0xf42400', ...fields });
    return await until(() => sender.rpc<Receipt | null>('eth_getTransactionReceipt', hash), 'a receipt');
  };
  const deploy = async (text: string, padding = 0) => {
    const data = encodeDeployData({ abi: abi as Abi, bytecode, args: [text, BigInt(padding), third] });
    return (await send({ data })).contractAddress;
  };
  const bidi = await deploy('\u202eknaB\u202c Bank\u0000\u200b');
  await deploy('Endless'.repeat(500));
  await deploy('Heavy', 100_000);
  await deploy(''); // computes without end
  await deploy('<img src=x onerror=alert(1)>');
  const copied = await deploy('Ϙоr coin');
  const coin = await deploy('Gold');
  const coin2 = await deploy('Gold');
  for (const [account, moniker] of [
    [1, 'Stake House'],
    [2, 'Stаkе Нousе'], // letters of the Cyrillic alphabet
  ] as const) {
    const operator = account === 1 ? second : third;
    const facts = { moniker, commission: 500n, amount: 200_000_000_000n };
    const key = keyWithProof(testConsensusKey(account), operator, await sender.network());
    await sender.call(account, 'staking', 'createValidator', { ...key, ...facts });
  }
  const page = await (await openBrowser(t, { viewport: { width: 390, height: 840 } })).newPage();
  const { explorer, http, svm } = node.urls;
  const problems = watchPage(
    page,
    [explorer, http, svm].map((url) => new URL(url).origin),
  );
  const main = page.locator('main');
  const open = (path: string) => page.goto(explorer + path);

  await t.test('no answer about a token is longer than what is shown of it', async () => {
    const sizes: number[] = [];
    page.on('response', (response) => {
      const asked = (
        response
          .request()
          .postData()
          ?.match(/"eth_call"/g) ?? []
      ).length;
      if (asked > 0)
        void response.body().then(
          (body) => sizes.push(body.length / asked),
          () => {},
        );
    });
    await open(`/address/${third}?tab=tokens`);
    await main.getByText('Endless').first().waitFor();
    await main.getByText('Heavy').first().waitFor();
    assert.ok(sizes.length > 0 && Math.max(...sizes) <= mostBytes, sizes.join());
    assert.equal(await isTooWide(page), 0);
    const names = await main.locator('bdi').allInnerTexts();
    assert.ok(names.length > 10 && names.every((name) => [...name].length <= 81), names.join('\n'));
    assert.doesNotMatch(names.join(''), /[\u202a-\u202e\u200b\0]/, 'no sign that changes others');
    assert.equal(await page.locator('img[src="x"]').count(), 0);
  });

  await t.test('look-alikes of QOR and of validators are marked', async () => {
    await main
      .getByRole('row', { name: /r coin/ })
      .getByText('not the native QOR')
      .first()
      .waitFor();
    assert.equal(await main.getByRole('row', { name: /Gold/ }).getByText('not the native QOR').count(), 0);
    await open('/validators');
    await main.getByText('another has this name too').nth(1).waitFor();
    assert.equal(await main.getByText('another has this name too').count(), 2);
  });

  await t.test('a reason of a stranger is text of a length that can be read', async () => {
    const data = encodeFunctionData({ abi: abi as Abi, functionName: 'fail' });
    const failed = await send({ to: bidi, data });
    await open(`/tx/${failed.transactionHash}`);
    await main.getByText('�knaB� Bank').first().waitFor();
  });

  await t.test('long lists of events and long data are shown in parts', async () => {
    const logs = '60005b60206000a06001018061012c116002576113886000a000'; // 300 of 32 bytes, one of 5,000
    const { transactionHash } = await send({ data: `0x${logs}` });
    await open(`/tx/${transactionHash}?tab=events`);
    const events = main.getByRole('list', { name: 'Events' }).getByRole('listitem');
    await events.nth(99).waitFor();
    assert.equal(await events.count(), 100);
    for (const more of ['100 more of 301', '100 more of 301', '1 more of 301']) {
      await page.getByRole('button', { name: more }).click();
    }
    await main.getByText('… (5\u202f000 bytes)').waitFor();
    assert.equal(await events.count(), 301);
    assert.equal(await isTooWide(page), 0);
  });

  await t.test('a block with more events than a response may have hides no token', async () => {
    const victim = third.slice(2).padStart(64, '0');
    const topic = keccak256(toHex('Transfer(address,address,uint256)')).slice(2);
    const { transactionHash } = await send({
      data: `0x60005b7f${victim}60007f${topic}60006000a36001018061012c1160025700`, // 300 transfers of nothing
    });
    await open(`/address/${third}?tab=tokens`);
    await main.getByText('Endless').first().waitFor();
    await open(`/tx/${transactionHash}?tab=events`);
    await main.getByText('100 more of 300').waitFor();
  });

  await t.test('events of a module are read once, and then those of new blocks', async () => {
    const asked: { readonly fromBlock: string; readonly toBlock: string }[] = [];
    page.on('request', (request) => {
      const calls: unknown = JSON.parse(request.postData() ?? '[]');
      for (const each of [calls].flat()) if (isLogsCall(each)) asked.push(each.params[0]);
    });
    await open('/modules/staking?tab=events');
    const events = main.getByRole('list', { name: 'Events' }).getByRole('listitem');
    await events.nth(1).waitFor();
    const [before, searches] = [await events.count(), asked.length];
    await page.mouse.move(100, 100); // somebody is there: it is not at the pace of an idle page
    await sender.call(3, 'staking', 'delegate', { validator: second, amount: 1_000_000n });
    await events.nth(before).waitFor();
    assert.ok(asked.length > searches);
    for (const { fromBlock, toBlock } of asked.slice(searches)) assert.equal(fromBlock, toBlock, 'the new block alone');
  });

  const search = async (text: string) => {
    await page.getByLabel('Search').fill(text);
    await page.keyboard.press('Enter');
  };
  await t.test('names, beginnings, selectors and all spellings are found', async () => {
    await open('/');
    await page.getByText('development network, chain id').waitFor();
    for (const [text, path] of [
      ['stake house', `/address/${toBech32(second)}`],
      ['Ϙоr', `/token/${copied}`],
      ['0xa9059cbb0', undefined],
      [`"${toChecksum(fourth)}",`, `/address/${fourth}`],
      [`ethereum:${toChecksum(fourth)}`, `/address/${fourth}`],
      [`https://explorer.example/address/${toBech32(fourth)}?tab=code`, `/address/${fourth}`],
      [toBech32(fourth).toUpperCase(), `/address/${fourth}`],
      [fourth.slice(0, 12), `/address/${fourth}`],
      [toBech32(fourth).slice(0, 12), `/address/${fourth}`],
      [toBase58(fourth).slice(0, 12), `/address/${fourth}`],
      ['getSupply', '/console/getSupply'],
    ] as const) {
      await search(text);
      if (path === undefined) await page.getByText('Nothing found. Looked for').waitFor();
      else await page.waitForURL(explorer + path);
      if (path !== undefined) await page.locator('.search input:placeholder-shown').waitFor();
    }
    const mistyped = toChecksum(fourth).replace(/[a-f]/, (letter) => letter.toUpperCase());
    await search(mistyped);
    await page.getByText('its letters do not fit its checksum').waitFor();
  });

  await t.test('of several things with one name the reader chooses', async () => {
    await search('gold');
    const found = page.getByRole('list', { name: 'Found' }).getByRole('listitem');
    await found.nth(1).waitFor();
    assert.equal(await found.count(), 2);
    const links = await found.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    assert.deepEqual(links.sort(), [`/token/${coin}`, `/token/${coin2}`].sort());
    await found.first().getByRole('link').click();
    await main.getByText('token (ERC-20)').waitFor();
    await page.getByRole('list', { name: 'Found' }).waitFor({ state: 'hidden' });
  });
  assert.deepEqual(problems, []);
});
