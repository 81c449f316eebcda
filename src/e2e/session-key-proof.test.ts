import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBytes, type HDNodeWallet, Wallet } from 'ethers';
import { abstractaccountAddress } from '../modules/addresses.ts';
import { startWithModule, statusOf } from '../testing/node/node-contracts.ts';

const terms = [['send'], 0n, 'game'] as const;

test('who holds a key takes it from whoever has registered it without a proof, once', async (t) => {
  const { node, provider, contracts } = await startWithModule(t, 'IAbstractaccount', abstractaccountAddress);
  const [, stranger, owner, another] = contracts;
  const ownerAddress = node.accounts[2]?.address;
  for (const account of [stranger, owner, another]) assert.equal(await statusOf(account, 'create', 'session_based'), 1);
  const key = Wallet.createRandom();
  const named = ['secp256k1', key.address] as const;
  const proofFor = async (account: string | undefined, signer: HDNodeWallet = key) =>
    await signer.signMessage(getBytes(await owner?.getFunction('authenticatorDigest').staticCall(account, ...named)));
  const register = (account: typeof owner, proof: string) =>
    statusOf(account, 'registerAuthenticatorWithProof', ...named, ...terms, proof);

  assert.equal(await statusOf(stranger, 'registerAuthenticator', ...named, ...terms), 1, 'anybody may name any key');
  assert.equal(await statusOf(owner, 'registerAuthenticator', ...named, ...terms), 0);
  assert.equal(await register(owner, await proofFor(node.accounts[3]?.address)), 0, 'signed for another account');
  assert.equal(await register(owner, await proofFor(ownerAddress, Wallet.createRandom())), 0, 'signed by another key');
  const proof = await proofFor(ownerAddress);
  assert.equal(await register(owner, proof), 1);
  const keysOf = async (at: number) =>
    (await provider.send('qor_getAbstractAccount', [node.accounts[at]?.address])).authenticators.length;
  assert.deepEqual([await keysOf(1), await keysOf(2)], [0, 1]);

  assert.equal(await register(stranger, await proofFor(node.accounts[1]?.address)), 0, 'proven already');
  assert.equal(await statusOf(stranger, 'registerAuthenticator', ...named, ...terms), 0);
  assert.equal(await statusOf(owner, 'revokeAuthenticator', ...named), 1);
  assert.equal(await register(another, await proofFor(node.accounts[3]?.address)), 1, 'revoked, it may move on');
  assert.equal(await register(owner, proof), 0, 'a proof counts once');
});
