import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBech32, toChecksum } from '../../primitives/address.ts';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { createChainSamples, hostileText } from '../../testing/explorer/chain-samples.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { buildInfo } from '../../testing/solidity.ts';
import { startTestNode } from '../../testing/test-node.ts';

test('a contract is verified, read and written; names from the chain are shown as text; the console repeats any call', {
  skip: noBrowser,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const samples = await createChainSamples(node.urls.http);
  const page = await (await openBrowser(t)).newPage();
  const problems = watchPage(
    page,
    [node.urls.explorer, node.urls.http, node.urls.svm].map((url) => new URL(url).origin),
  );
  const open = (path: string) => page.goto(node.urls.explorer + path);
  const [, , third] = node.accounts;
  assert.ok(third);
  const send = async (method: string, ...params: readonly unknown[]) =>
    (await postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;

  await t.test('a contract', async () => {
    await open(`/contracts?address=${toChecksum(samples.token as typeof third.address)}`);
    const artifact = { contractName: 'NamedToken', abi: samples.abi, deployedBytecode: samples.runtimeCode };
    await page.locator('#artifact').fill(JSON.stringify(artifact));
    await page.locator('#artifact').blur();
    await page.getByText('✓ the code matches NamedToken').waitFor();
    const name = page.getByRole('form', { name: 'name', exact: true });
    await name.getByRole('button', { name: 'Read' }).click();
    await name.getByText('<script>alert(1)</script>').waitFor();
    const transfer = page.getByRole('form', { name: 'transfer' });
    await transfer.locator('input').nth(0).fill(toBech32(third.address));
    await transfer.locator('input').nth(1).fill('7');
    await transfer.getByRole('button', { name: 'Send' }).click();
    await transfer.getByText('✓ success').waitFor();
    await transfer.locator('input').nth(1).fill('9'.repeat(50));
    await transfer.getByRole('button', { name: 'Send' }).click();
    await transfer.getByText(/✗ TooPoor\(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, \d+, 9{50}0{18}\)/).waitFor();
    const read = page.getByRole('form', { name: 'balanceOf' });
    await read.locator('input').fill(toBech32(third.address));
    await read.getByRole('button', { name: 'Read' }).click();
    await read.locator('.decoded').getByText('7 TOK', { exact: true }).waitFor();
  });

  await t.test('its events and errors are decoded elsewhere', async () => {
    await open(`/tx/${samples.tokenTransfer}?tab=events`);
    await page.getByText('Transfer', { exact: true }).waitFor();
    await page.getByText('NamedToken').first().waitFor();
    await open(`/tx/${samples.reverted}`);
    await page.getByText('✗ failed').waitFor();
    await page
      .getByText(/^TooPoor\(/)
      .first()
      .waitFor();
  });

  await t.test('with its sources the calls and instructions have lines', async () => {
    await open(`/contracts?address=${samples.token}`);
    await page.locator('#artifact').fill(buildInfo('NamedToken'));
    await page.locator('#artifact').blur();
    await page.getByText('✓ the code matches NamedToken').waitFor();
    await open(`/tx/${samples.reverted}?tab=calls`);
    await page.getByText('failed at main:22').waitFor();
    await page.getByText(/^if \(balanceOf\[msg\.sender\] < value\) revert TooPoor/).waitFor();
    await open(`/tx/${samples.tokenTransfer}?tab=steps`);
    await page.getByRole('button', { name: 'Trace the instructions' }).click();
    await page.getByText('contract NamedToken {').first().waitFor();
  });

  await t.test('hostile names', async () => {
    for (const path of [`/token/${samples.token}`, '/modules/bank?tab=events', `/address/${third.address}`]) {
      await open(path);
      await page.waitForLoadState('networkidle');
      assert.notEqual(await page.title(), 'broken');
      assert.equal(await page.locator('img[src="x"], main script').count(), 0);
    }
    await open(`/token/${samples.token}`);
    await page
      .locator('bdi', { hasText: hostileText.slice(0, 40) })
      .first()
      .waitFor();
  });

  await t.test('a module', async () => {
    await open('/modules/xqore?tab=calls');
    const lock = page.getByRole('form', { name: 'lock', exact: true });
    await lock.locator('input').fill('1.5qor');
    await lock.getByRole('button', { name: 'Send' }).click();
    await lock.getByText('✓ success').waitFor();
    await page.getByRole('tab', { name: /^Records/ }).click();
    await page.getByLabel('record', { exact: true }).selectOption('position');
    await page.getByRole('cell', { name: /locked 1\.5\sQOR/ }).waitFor();
  });

  await t.test('pages of single modules', async () => {
    for (const [path, text] of [
      ['/validators', '✓ active'],
      ['/tokenomics', '37 %'],
      ['/prism', 'circuit breaker'],
      ['/rollups', 'kitchen-sink'],
      ['/rollups/kitchen-sink', 'No batches yet'],
      ['/bridges', 'BNB Smart Chain'],
      ['/bridges/bsc', 'most at once'],
      ['/layers/kitchen-sink', 'Rollup of profile defi'],
      ['/crossvm', 'No messages yet'],
      ['/network', 'at the head of the chain'],
    ] as const) {
      await open(path);
      await page.locator('main').getByText(text).first().waitFor();
    }
  });

  await t.test('the console', async () => {
    const params = JSON.stringify([third.address, 'latest']);
    await open('/console/eth_getBalance');
    await page.locator('#param-address').fill(third.address);
    await page.locator('#param-block').fill('latest');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('✓ result').waitFor();
    const response = await postJson(
      node.urls.http,
      `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":${params}}`,
    );
    await page.getByText(String(response.result)).waitFor();
    await page.getByRole('tab', { name: 'ethers' }).click();
    await page.getByText(`provider.send('eth_getBalance', ${params})`).waitFor();
    await open('/console');
    await page.getByRole('link', { name: /^eth_getBalance\("0x/ }).click();
    await page.waitForURL(/\/console\/eth_getBalance\?params=/);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('✓ result').waitFor();
    await open('/console/eth_sendTransaction');
    const nonce = () => send('eth_getTransactionCount', third.address, 'latest');
    const before = BigInt(String(await nonce()));
    await page
      .locator('textarea')
      .first()
      .fill(JSON.stringify({ from: third.address, to: third.address }));
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await page.getByText('✓ result').waitFor();
    assert.equal(BigInt(String(await nonce())), before + 1n, 'two clicks send one transaction');
    await open('/console/getSupply');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('"circulating"').waitFor();
  });

  await t.test('faucet, pool and time', async () => {
    await open('/tools');
    await page.getByRole('button', { name: 'Stop automatic mining' }).click();
    await page.getByRole('button', { name: 'Start automatic mining' }).waitFor();
    const faucet = page.getByRole('form', { name: 'Faucet' });
    await faucet.getByLabel(/^account/).fill(toBech32(third.address));
    await faucet.getByLabel('amount', { exact: true }).fill('5');
    await faucet.getByRole('button', { name: 'Send' }).click();
    await faucet.getByText('◷ pending').waitFor();
    await open('/pool');
    await page.getByText('1 transaction waits').waitFor();
    await page.getByText('room in the next block').waitFor();
    await open('/tools');
    await page.getByRole('button', { name: 'Make blocks' }).click();
    await page.getByText('1 block made').waitFor();
    await open('/pool');
    await page.getByText('Nothing waits').waitFor();
    await open(`/address/${third.address}`);
    await page.getByText('+5 QOR').waitFor();
    await open('/tools');
    await page.getByRole('button', { name: 'Start automatic mining' }).click();
    await page.getByRole('button', { name: 'Stop automatic mining' }).waitFor();
  });

  await t.test('what contracts pay is shown as received, and a reason is that of the trace', async () => {
    const payee = '0x00000000000000000000000000000000000ca11e';
    const pays = `0x600060006000600034${`73${payee.slice(2)}`}5af100`; // calls the payee with its own value
    await send('eth_sendTransaction', { from: third.address, data: pays, value: '0xde0b6b3a7640000', gas: '0x30000' });
    await open(`/address/${payee}`);
    await page.getByText('↙ received').waitFor();
    await page.getByText('+1 QOR').waitFor();
    const height = BigInt(String(await send('eth_blockNumber'))) + 1n;
    const fails = `0x7f12345678${'00'.repeat(28)}600052436004526024${'6000fd'}`; // an error with the number of the block
    const failed = await send('eth_sendTransaction', { from: third.address, data: fails, gas: '0x30000' });
    await open(`/tx/${failed}`);
    await page
      .getByText(`0x12345678${height.toString(16).padStart(64, '0')}`, { exact: true })
      .first()
      .waitFor();
    const panics = `0x7f4e487b71${'00'.repeat(28)}60005260116004526024${'6000fd'}`;
    const panicked = await send('eth_sendTransaction', { from: third.address, data: panics, gas: '0x30000' });
    await open(`/tx/${panicked}`);
    await page.getByText('Panic: arithmetic overflow or underflow').first().waitFor();
  });

  await t.test('what a failed call inside a transaction paid is shown as undone, and in no history', async () => {
    const payee = '0x000000000000000000000000000000000000beef';
    const paysAndFails = `600060006000600034${`73${payee.slice(2)}`}5af15060006000fd`;
    const setUp = `0x60${(paysAndFails.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${paysAndFails}`;
    const deployed = await send('eth_sendTransaction', { from: third.address, data: setUp, gas: '0x30000' });
    const { contractAddress } = (await send('eth_getTransactionReceipt', deployed)) as { contractAddress: string };
    const calls = `0x600060006000600034${`73${contractAddress.slice(2)}`}5af100`; // passes its value on, and continues
    const sent = await send('eth_sendTransaction', {
      ...{ from: third.address, data: calls, value: '0xde0b6b3a7640000', gas: '0x40000' },
    });
    await open(`/tx/${sent}?tab=calls`);
    await page.getByText('✓ success').waitFor();
    await page.getByText('undone').nth(1).waitFor();
    assert.equal(await page.locator('.tree s', { hasText: '1 QOR' }).count(), 2, 'the call, and what it paid');
    await page.getByRole('tab', { name: 'Balances' }).click();
    await page.getByRole('tabpanel').getByText('dev2').waitFor();
    assert.equal(
      await page
        .getByRole('tabpanel')
        .getByText(/^0x0000…beef$/i)
        .count(),
      0,
    );
    await open(`/address/${payee}`);
    await page.getByText('No such transaction yet').waitFor();
  });

  await t.test('a page that cannot be shown is left with its address', async () => {
    const interfaceUrl = (url: URL) => url.origin === new URL(node.urls.http).origin;
    await page.route(interfaceUrl, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll(/"gasLimit":"0x[\da-f]+"/g, '"gasLimit":{}'); // a node that lies
      await route.fulfill({ response: answer, body: text });
    });
    await open('/block/1');
    await page.getByText('This page cannot be shown').waitFor();
    await page.unrouteAll({ behavior: 'wait' }); // a response that is on its way is changed, too
    await page.getByRole('link', { name: 'Modules', exact: true }).click();
    await page.getByRole('heading', { name: 'Native modules' }).waitFor();
    assert.equal(await page.getByText('This page cannot be shown').count(), 0);
  });

  await t.test('back leads to the same place', async () => {
    await page.setViewportSize({ width: 1280, height: 300 });
    await open('/modules');
    await page.getByRole('link', { name: 'xqore' }).first().waitFor();
    await page.evaluate('window.scrollTo(0, 200)');
    await page.evaluate('document.querySelector(\'main a[href^="/modules/"]\').click()');
    await page.waitForURL(/\/modules\/\w+/);
    await page.goBack();
    await page.waitForFunction('window.scrollY === 200');
  });
  assert.deepEqual(problems, []);
});
