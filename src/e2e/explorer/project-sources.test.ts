import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { buildInfo, compileContract } from '../../testing/solidity.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

const vault = compileContract('Vault');
const withdraw = encodeFunctionData({ abi: vault.abi, functionName: 'withdraw', args: [5n] });

/** A node in a project whose artifacts are this text, and a failed withdrawal from its vault. */
async function startIn(t: TestContext, artifacts: string) {
  const out = join(temporaryFolder(t), 'out');
  mkdirSync(out);
  writeFileSync(join(out, 'build.json'), artifacts);
  const flags = { 'consensus.block-interval': '0s', 'development.artifacts': out };
  const node = await startTestNode(t, { flags });
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  const send = async (fields: object) => {
    const hash = await ask('eth_sendTransaction', { from: node.accounts[0]?.address, gas: '0x4c4b40', ...fields });
    return (await until(() => ask('eth_getTransactionReceipt', hash), 'a receipt')) as Receipt;
  };
  const { contractAddress: to } = await send({ data: vault.bytecode });
  const { transactionHash: failed } = await send({ to, data: withdraw });
  return { node, ask, to, failed, out };
}
type Receipt = { readonly contractAddress: Hex; readonly transactionHash: Hex };

test('the explorer explains a failure by the artifacts of the project', { skip: noBrowser }, async (t) => {
  const { node, failed } = await startIn(t, buildInfo('Vault'));
  const page = await (await openBrowser(t)).newPage();
  const { explorer, http, svm } = node.urls;
  const origins = [explorer, http, svm].map((url) => new URL(url).origin);
  const problems = watchPage(page, origins);
  await page.goto(`${explorer}/tx/${failed}`);
  await page.getByRole('definition').filter({ hasText: 'TooMuch(5, 0)' }).waitFor();
  await page.getByRole('tab', { name: /^Events/ }).click();
  await page.getByRole('tab', { name: /^Calls/ }).click();
  await page.getByText('Vault.withdraw', { exact: true }).waitFor();
  await page.getByText('failed at main:20').waitFor();
  await page.getByText('if (amount > available) revert TooMuch(amount, available);').waitFor();
  const values = page.getByRole('tabpanel').locator('details');
  await values.getByText('1 argument').click();
  await values.getByText('amount', { exact: false }).first().waitFor();
  assert.deepEqual(problems, []);
});

test('names and sources of artifacts that a stranger made are text', { skip: noBrowser }, async (t) => {
  const evil = `<img src=x onerror="document.title='broken'">`;
  const text = buildInfo('Vault')
    .replaceAll('"main":', `${JSON.stringify(`${evil}\u202e/${evil}`)}:`)
    .replaceAll('"Vault":', `${JSON.stringify(evil)}:`)
    .replaceAll('if (amount > available)', `${JSON.stringify(evil).slice(1, -1)}\u202e`);
  const { node, failed } = await startIn(t, text);
  const page = await (await openBrowser(t)).newPage();
  await page.goto(`${node.urls.explorer}/tx/${failed}?tab=calls`);
  await page.getByText('contract.withdraw', { exact: true }).waitFor();
  await page.getByText('<img src=x').first().waitFor();
  assert.notEqual(await page.title(), 'broken');
  assert.equal(await page.locator('main img').count(), 0);
  assert.ok(!(await page.locator('main').innerText()).includes('\u202e'));
});

test('the sources of a project are served to its clients, not to pages of other origins, nor files that are none', async (t) => {
  const { node, ask, to, out } = await startIn(t, buildInfo('Vault'));
  const found = (await ask('qord_getProjectContract', to)) as { name: string; sources: { text: string }[] };
  assert.equal(found.name, 'Vault');
  assert.match(found.sources[0]?.text ?? '', /^\/\/ SPDX/);
  assert.equal(await ask('qord_getProjectContract', node.accounts[0]?.address), null);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'qord_getProjectContract', params: [to] });
  const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' };
  const reply = await fetch(node.urls.http, { method: 'POST', body, headers });
  assert.doesNotMatch(await reply.text(), /SPDX|Vault/);
  const fork = await startTestNode(t, { flags: { 'development.artifacts': out, 'fork.url': node.urls.http } });
  const onFork = await postJson(fork.urls.http, body);
  assert.equal((onFork.result as { name: string }).name, 'Vault', 'its code is at the origin');
});
