import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { createChainSamples } from '../../testing/explorer/chain-samples.ts';
import { createSampleSender } from '../../testing/explorer/sample-sender.ts';
import { compileContract } from '../../testing/solidity.ts';
import { startTestNode } from '../../testing/test-node.ts';

type Receipt = { readonly contractAddress: string; readonly transactionHash: string };

test('amounts have their unit and scale, tokens their kind, contracts their creator, accounts what blocks paid', {
  skip: noBrowser,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const samples = await createChainSamples(node.urls.http);
  const sender = createSampleSender(node.urls.http);
  const [first, second] = node.accounts.map(({ address }) => address);
  assert.ok(first && second);
  const send = async (fields: Readonly<Record<string, string>>) => {
    const hash = await sender.rpc<string>('eth_sendTransaction', { from: first, ...fields });
    return await sender.rpc<Receipt>('eth_getTransactionReceipt', hash);
  };
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { abi, bytecode } = compileContract(name);
    const { contractAddress } = await send({ data: encodeDeployData({ abi: abi as Abi, bytecode, args }) });
    return { abi, address: contractAddress };
  };
  const { abi, address: stamps } = await deploy('Collectible');
  const minting = encodeFunctionData({ abi: abi as Abi, functionName: 'mint', args: [second, 77n] });
  const minted = await send({ to: stamps, data: minting });
  const { abi: itemsAbi, address: items } = await deploy('MultiToken');
  const mint = (functionName: string, args: readonly unknown[]) =>
    send({ to: items, data: encodeFunctionData({ abi: itemsAbi as Abi, functionName, args }) });
  const single = await mint('mint', [second, 2n ** 53n + 1n, 5n]);
  const batch = await mint('mintBatch', [second, [3n, 2n ** 256n - 1n], [1_000n, 1n]]);
  await deploy('LyingToken', ['QОR', 'ԚOR', 255, second]); // letters of the Cyrillic alphabet
  const page = await (await openBrowser(t)).newPage();
  const origins = [node.urls.explorer, node.urls.http, node.urls.svm].map((url) => new URL(url).origin);
  const problems = watchPage(page, origins);
  const main = page.locator('main');
  const open = (path: string) => page.goto(node.urls.explorer + path);

  await t.test('amounts of a token are in its unit, in calls and in events', async () => {
    await open(`/tx/${samples.tokenTransfer}?tab=events`);
    await main.getByText('12.25 TOK').nth(1).waitFor();
  });

  await t.test('an NFT is one, in the event, among the tokens and on its own page', async () => {
    await open(`/tx/${minted.transactionHash}?tab=events`);
    await main.getByText('STAMP #77').waitFor();
    await open(`/address/${second}?tab=tokens`);
    await main.getByText('STAMP #77').waitFor();
    await main.getByText('12.25 TOK').waitFor();
    await open(`/token/${stamps}`);
    await main.getByText('collection of tokens (ERC-721, NFT)').waitFor();
  });

  await t.test('a collection of ERC-1155 is one: its tokens, how many are held, and what moved them', async () => {
    await open(`/token/${items}`);
    await main.getByText('collection of tokens (ERC-1155, NFT)').waitFor();
    await open(`/address/${second}?tab=tokens`);
    for (const [id, count] of [
      ['#9007199254740993', '5'],
      ['#3', '1\u202f000'],
      ['#11579208…639935', '1'],
    ] as const) {
      const row = main.getByRole('row').filter({ hasText: 'ERC-1155' }).filter({ hasText: id });
      await row.getByRole('cell', { name: count, exact: true }).waitFor();
    }
    await open(`/tx/${single.transactionHash}?tab=events`);
    await main.getByText('TransferSingle').waitFor();
    await main.getByText('NFT #9007199254740993').waitFor();
    await open(`/tx/${batch.transactionHash}?tab=events`);
    await main.getByText('TransferBatch').waitFor();
    await main.getByText('NFT #11579208…639935').waitFor();
  });

  await t.test('a token that lies about its name and decimals is marked, and pushes nothing away', async () => {
    await open(`/address/${second}?tab=tokens`);
    await main.getByText('not the native QOR').nth(1).waitFor();
    await main.getByText(/× 10\^-178/).waitFor();
    const excess = await page.evaluate(
      "document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth",
    );
    assert.equal(excess, 0);
  });

  await t.test('contracts are listed with their creator', async () => {
    await page.getByRole('link', { name: 'Contracts', exact: true }).click();
    const row = page.locator('tr', { hasText: 'Stamps' });
    await row.getByText('ERC-721').waitFor();
    await row.getByRole('link', { name: 'dev0' }).waitFor();
    await main.getByText('Created by transactions in all blocks').waitFor();
    await row.getByRole('link', { name: /^0x/ }).first().click();
    await page.locator('dt:text-is("created by") + dd').getByText('dev0').waitFor();
  });

  await t.test('records of modules have names, units and what is behind hashes', async () => {
    await open('/modules/xqore?record=totals');
    await page.locator('div:has(> dt:text-is("locked")) > dd').getByText('250 QOR').waitFor();
    await page.locator('div:has(> dt:text-is("x balance")) > dd').getByText('250 xQORE').waitFor();
    await open('/modules/distribution?record=pools');
    await page
      .locator('div:has(> dt:text-is("staker index")) > dd')
      .getByText(/^[\d.\u202f…]+\swei per uqor$/)
      .waitFor();
    const text = await main.locator('.members').innerText();
    assert.doesNotMatch(text, /\d{15}/, 'no raw number');
    assert.doesNotMatch(text, /\b[a-z]+_[a-z]+\b/, 'no name of a program');
    await open('/block/2');
    await page.locator('dt', { hasText: 'channel' }).first().waitFor();
    await main.getByText('gas_fee').first().waitFor();
  });

  await t.test('a fixed set of choices is a list', async () => {
    await open('/modules/pqc?tab=calls');
    const keyType = page.getByRole('form', { name: 'registerKey' }).getByLabel('key type');
    await keyType.locator('option').first().waitFor({ state: 'attached' });
    assert.deepEqual((await keyType.locator('option').allInnerTexts()).slice(-3), [
      'hybrid',
      'pqc_only',
      'classical_only',
    ]);
    await open('/modules/authority?tab=calls');
    await page.getByRole('form', { name: 'setParams' }).getByLabel('module').selectOption('burn');
    await open('/console/eth_getBlockByNumber');
    await page.locator('#param-hydrated').selectOption('true');
  });

  await t.test('what blocks paid is in the history of those who send nothing', async () => {
    await page.getByLabel('Search').fill('light-node pool');
    await page.keyboard.press('Enter');
    const paid = page.getByRole('region', { name: 'Paid by blocks' });
    await paid.getByText(/^\+\d/).first().waitFor();
    await paid.getByText('By the hooks of modules').waitFor();
    const link = paid.getByRole('link').first();
    const height = Number((await link.innerText()).replace(/\D/g, ''));
    const gained = await paid.locator('tbody tr').first().locator('td').nth(1).innerText();
    await link.click();
    await main.getByText('Balances changed by hooks').waitFor();
    await main
      .locator('tr', { hasText: 'light-node pool' })
      .getByText(gained.split('…')[0] ?? '')
      .first()
      .waitFor();
    assert.ok(height > 0);
  });
  assert.deepEqual(problems, []);
});
