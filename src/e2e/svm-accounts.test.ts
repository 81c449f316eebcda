import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { JsonRpcProvider, Wallet } from 'ethers';
import { z } from 'zod';
import { svmAddress } from '../modules/svm/address.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { fromHex } from '../primitives/hex.ts';
import { moduleContract } from '../testing/module-contracts.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const answer = z.object({ result: z.object({ value: z.unknown() }) });
const privateKey = new Uint8Array(32).fill(9);
const account = base58.encode(ed25519PublicKey(privateKey));

test('coins go to an SVM-only account, are seen on the SVM interface, and come back', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, { pollingInterval: 20, cacheTimeout: -1 });
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
