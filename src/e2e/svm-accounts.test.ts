import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { Connection, PublicKey } from '@solana/web3.js';
import { JsonRpcProvider, Wallet } from 'ethers';
import * as z from 'zod';
import { svmAddress } from '../modules/addresses.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { parseHash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { toSignature } from '../svm/signature.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const answer = z.object({ result: z.object({ value: z.unknown() }) });
const page = z.array(z.object({ signature: z.string(), slot: z.number(), err: z.null() }));
const privateKey = new Uint8Array(32).fill(9);
const account = base58.encode(ed25519PublicKey(privateKey));

test('coins go to an SVM-only account, are visible on the SVM interface, and come back', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const contract = moduleContract('ISvm', svmAddress, new Wallet(node.accounts[3]?.privateKey ?? '', provider));
  const send = async (name: string, ...args: readonly unknown[]) => {
    const sent = await contract.getFunction(name).send(...args);
    assert.equal((await sent.wait())?.status, 1, name);
  };
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(node.urls.svm, { method: 'POST', headers, body });
    return answer.parse(await response.json()).result.value;
  };
  assert.equal(await ask('getAccountInfo', account), null);
  await send('deposit', account, { value: 1_500_000_001n * 10n ** 9n });
  assert.equal(await ask('getBalance', account), 1_500_000_001);
  assert.deepEqual(await ask('getAccountInfo', account), {
    data: ['', 'base64'],
    executable: false,
    lamports: 1_500_000_001,
    owner: '11111111111111111111111111111111',
    rentEpoch: 18446744073709552000,
    space: 0,
  });
  const recipient = `0x${'51'.repeat(20)}`;
  const withdrawal = [account, recipient, 1_500_000_001n * 10n ** 9n] as const;
  const digest: string = await contract.getFunction('withdrawalDigest').staticCall(...withdrawal);
  await send('withdraw', ...withdrawal, signEd25519(fromHex(digest), privateKey));
  assert.equal(await provider.getBalance(recipient), 1_500_000_001n * 10n ** 9n);
  assert.equal(await ask('getBalance', account), 0);
  assert.equal(await provider.getBalance(svmAddress), 0n);
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('an SVM-only account has a history, paged exactly', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallet = new Wallet(node.accounts[3]?.privateKey ?? '', provider);
  const contract = moduleContract('ISvm', svmAddress, wallet);
  const other = base58.encode(ed25519PublicKey(new Uint8Array(32).fill(8)));
  const signatures: string[] = [];
  const send = async (name: string, ...args: readonly unknown[]) => {
    const receipt = await (await contract.getFunction(name).send(...args)).wait();
    return toSignature(parseHash(receipt?.hash ?? ''));
  };
  const history = async (options: object) =>
    page.parse(await new Connection(node.urls.svm).getSignaturesForAddress(new PublicKey(account), options));
  assert.deepEqual(await history({}), []);
  for (let lamports = 1_000_000n; lamports < 1_000_003n; lamports++) {
    signatures.unshift(await send('deposit', account, { value: lamports * 10n ** 9n }));
    await send('deposit', other, { value: 10n ** 18n });
  }
  const withdrawal = [account, wallet.address, 3_000_003n * 10n ** 9n] as const;
  const digest: string = await contract.getFunction('withdrawalDigest').staticCall(...withdrawal);
  signatures.unshift(await send('withdraw', ...withdrawal, signEd25519(fromHex(digest), privateKey)));
  const all = await history({});
  assert.deepEqual(
    all.map(({ signature }) => signature),
    signatures,
  );
  assert.deepEqual(await history({ limit: 2 }), all.slice(0, 2));
  assert.deepEqual(await history({ limit: 2, before: signatures[1] }), all.slice(2));
  assert.deepEqual(await history({ until: signatures[2] }), all.slice(0, 2));
});
