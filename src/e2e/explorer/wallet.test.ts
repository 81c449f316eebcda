import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { Hex } from '../../primitives/hex.ts';
import { noBrowser, openBrowser, watchPage } from '../../testing/clients/browser.ts';
import { injectWallet } from '../../testing/explorer/browser-wallet.ts';
import { createChainSamples } from '../../testing/explorer/chain-samples.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

/** Keys of this test; no development account has them. */
const privateKey: Hex = `0x${'5a'.repeat(32)}`;
const otherKey: Hex = `0x${'6b'.repeat(32)}`;

/** What a wallet answers without asking its user. */
const readsOfWallet = ['eth_accounts', 'eth_chainId'];

test('a wallet is found, learns the network and writes to a contract; what it rejects is shown', {
  skip: noBrowser,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const samples = await createChainSamples(node.urls.http);
  const owner = privateKeyToAddress(privateKey);
  const call = async <T>(method: string, ...params: readonly unknown[]) => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return (await postJson<{ readonly result: T }>(node.urls.http, request)).result;
  };
  await call('anvil_setBalance', owner, '0x56bc75e2d63100000');
  const nameOfToken = async () => {
    const data = encodeFunctionData({ abi: samples.abi, functionName: 'name' });
    const result = await call<Hex>('eth_call', { to: samples.token, data }, 'latest');
    return decodeFunctionResult({ abi: samples.abi, functionName: 'name', data: result });
  };
  const page = await (await openBrowser(t)).newPage();
  const { explorer, http, svm } = node.urls;
  const problems = watchPage(
    page,
    [explorer, http, svm].map((url) => new URL(url).origin),
  );
  const user = await injectWallet(page, '<b>Wallet</b>', privateKey);
  const contract = `${explorer}/contracts?address=${samples.token}`;
  const rename = page.getByRole('form', { name: 'rename', exact: true });
  const send = () => rename.getByRole('button', { name: 'Send' }).click();

  await t.test('announced by EIP-6963, its name is text', async () => {
    await page.goto(explorer);
    await page.getByRole('button', { name: 'Add to <b>Wallet</b>' }).waitFor();
    assert.deepEqual(user.asked, [], 'nothing is asked of a wallet before the user does something');
  });

  await t.test('it may reject the network', async () => {
    user.rejects = true;
    await page.getByRole('button', { name: /^Add to/ }).click();
    await page.getByText('You rejected it in <b>Wallet</b>: nothing was sent.').waitFor();
    user.rejects = false;
    assert.deepEqual(user.added, []);
  });

  await t.test('a write learns of the network first (EIP-3085)', async () => {
    await page.goto(contract);
    const artifact = { contractName: 'NamedToken', abi: samples.abi, deployedBytecode: samples.runtimeCode };
    await page.locator('#artifact').fill(JSON.stringify(artifact));
    await page.locator('#artifact').blur();
    await page.getByLabel('signed by').first().selectOption('<b>Wallet</b>');
    await rename.locator('input').fill('Once');
    await send();
    await rename.getByText('✓ success').waitFor();
    assert.deepEqual(user.added, [
      {
        chainId: '0x2648',
        chainName: 'qord development network',
        nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
        rpcUrls: [http],
        blockExplorerUrls: [explorer],
      },
    ]);
    const link = await rename.getByRole('link', { name: /^0x/ }).getAttribute('href');
    const [hash] = /0x[\da-f]{64}/.exec(link ?? '') ?? [];
    const mined = await call<{ from: string; to: string }>('eth_getTransactionByHash', hash);
    assert.deepEqual([mined.from, mined.to], [owner.toLowerCase(), samples.token]);
    assert.equal(await nameOfToken(), 'Once');
  });

  await t.test('the next one only signs', async () => {
    const before = user.asked.length;
    await rename.locator('input').fill('Twice');
    await send();
    await until(async () => (await nameOfToken()) === 'Twice', 'the second name');
    const prompts = user.asked.slice(before).filter((method) => !readsOfWallet.includes(method));
    assert.deepEqual(prompts, ['eth_requestAccounts', 'eth_sendTransaction']);
    assert.equal(user.added.length, 1);
  });

  await t.test('the user may reject it', async () => {
    user.rejects = true;
    await send();
    await rename.getByText('You rejected it in <b>Wallet</b>: nothing was sent.').waitFor();
    user.rejects = false;
  });

  await t.test('a wallet that stays on another chain signs nothing', async () => {
    await user.leave();
    user.ignoresSwitch = true;
    const before = user.asked.length;
    await send();
    await rename.getByText(/<b>Wallet<\/b> is on chain 1, this page shows chain 9800: choose "qord dev/).waitFor();
    assert.ok(!user.asked.slice(before).includes('eth_sendTransaction'));
    user.ignoresSwitch = false;
    await send();
    await rename.getByText('✓ success').waitFor();
    assert.equal(user.added.length, 1, 'the wallet knows the network, and only changed to it');
  });

  const signer = page.locator('span', { has: page.getByText('signed by') }).first();
  const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

  await t.test('the signer is kept after a reload, and its account is there without a question', async () => {
    const before = user.asked.length;
    await page.reload();
    await signer.getByRole('link', { name: short(owner) }).waitFor();
    assert.equal(await page.getByLabel('signed by').first().locator('option:checked').innerText(), '<b>Wallet</b>');
    assert.deepEqual([...new Set(user.asked.slice(before))].sort(), readsOfWallet);
  });

  await t.test('the user may choose another account, or lock the wallet', async () => {
    const other = privateKeyToAddress(otherKey);
    await call('anvil_setBalance', other, '0x56bc75e2d63100000');
    await user.choose(otherKey);
    await signer.getByRole('link', { name: short(other) }).waitFor();
    await rename.locator('input').fill('By another');
    await send();
    await rename.getByText('✓ success').waitFor();
    const link = await rename.getByRole('link', { name: /^0x/ }).getAttribute('href');
    const [hash] = /0x[\da-f]{64}/.exec(link ?? '') ?? [];
    assert.equal((await call<{ from: string }>('eth_getTransactionByHash', hash)).from, other.toLowerCase());
    await user.choose(undefined);
    await signer.getByText('it names its account when you send').waitFor();
    await send();
    await rename.getByText('<b>Wallet</b> gives this page no account.').waitFor();
    await user.choose(privateKey);
    await signer.getByRole('link', { name: short(owner) }).waitFor();
  });

  await t.test('the user may choose another chain', async () => {
    await user.leave();
    await signer.getByText('on chain 1: it is asked to change to 9800').waitFor();
    await send();
    await rename.getByText('✓ success').waitFor();
    await signer.getByText('on chain 1').waitFor({ state: 'hidden' });
  });
  assert.deepEqual(problems, []);

  await t.test('a wallet that only sets window.ethereum is one, and is kept too', async () => {
    const second = await (await openBrowser(t)).newPage();
    const injected = await injectWallet(second, '', otherKey, { announces: false });
    await second.goto(`${explorer}/tools`);
    const choice = second.getByLabel('signed by');
    await choice.selectOption('Browser wallet');
    const faucet = second.getByRole('form', { name: 'Faucet' });
    await faucet.getByLabel(/^account/).fill(owner);
    await faucet.getByLabel('amount', { exact: true }).fill('1');
    await faucet.getByRole('button', { name: 'Send' }).click();
    await faucet.getByText('✓ success').waitFor();
    assert.equal(injected.added.length, 1);
    await second.reload();
    await second.getByRole('link', { name: short(privateKeyToAddress(otherKey)) }).waitFor();
    assert.equal(await choice.inputValue(), 'window.ethereum');
  });
});
