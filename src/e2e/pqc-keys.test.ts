import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mlDsaKeys, signMlDsa } from '@qord/curves/ml-dsa';
import { JsonRpcProvider, Wallet } from 'ethers';
import { pqcAddress, pqcKeyStatusAddress, pqcVerifyAddress } from '../modules/addresses.ts';
import { parseAddress, toBech32 } from '../primitives/address.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const keysOf = (byte: number) => mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(byte));
const [first, second] = [keysOf(1), keysOf(2)];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('a key is registered, a wrong signature rejected, and the key rotated', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const wallet = new Wallet(node.accounts[4]?.privateKey ?? '', provider);
  const account = toBech32(parseAddress(wallet.address));
  const pqc = moduleContract('IPqc', pqcAddress, wallet);
  const send = async (name: string, ...args: readonly unknown[]) => {
    const receipt = await (await pqc.getFunction(name).send(...args)).wait();
    assert.equal(receipt?.status, 1, name);
  };
  const status = () => provider.send('qor_getPQCKeyStatus', [wallet.address]);
  assert.deepEqual(await status(), { address: account, registered: false, has_pqc_key: false });

  await send('registerKey', 1, first.publicKey, '0x', 'hybrid');
  const registered = await status();
  assert.equal(registered.public_key, Buffer.from(first.publicKey).toString('base64'));
  assert.deepEqual([registered.registered, registered.algorithm_id, registered.key_type], [true, 1, 'hybrid']);
  await assert.rejects(
    pqc.getFunction('registerKey').staticCall(1, second.publicKey, '0x', 'hybrid'),
    /pqc: the account has a registered key; rotate it instead \(7\)/,
  );

  const words = ['qor-pqc-rotate-v1', 9800, 1, account, hex(first.publicKey), hex(second.publicKey)];
  const text = Buffer.from(words.join('|'));
  const [byOld, byNew] = [first, second].map(({ privateKey }) => signMlDsa('ml-dsa-87', privateKey, text));
  await assert.rejects(
    pqc.getFunction('rotateKey').staticCall(second.publicKey, byNew, byNew),
    /pqc: the signature is not right \(2\)/,
  );
  const failed = await pqc.getFunction('rotateKey').send(second.publicKey, byNew, byNew, { gasLimit: 3_000_000 });
  await assert.rejects(failed.wait());
  assert.deepEqual(await status(), registered, 'a rejected rotation changes nothing');
  await send('rotateKey', second.publicKey, byOld, byNew);
  assert.equal((await status()).public_key, Buffer.from(second.publicKey).toString('base64'));

  const kept = moduleContract('IPqcKeyStatus', pqcKeyStatusAddress, provider);
  assert.deepEqual(
    [...(await kept.getFunction('pqcKeyStatus').staticCall(wallet.address))],
    [true, 1n, `0x${hex(second.publicKey)}`],
  );
  const verifier = moduleContract('IPqcVerify', pqcVerifyAddress, provider);
  const verify = (key: Uint8Array) => verifier.getFunction('pqcVerify').staticCall(key, byNew, text);
  assert.deepEqual([await verify(second.publicKey), await verify(first.publicKey)], [true, false]);

  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
