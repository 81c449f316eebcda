import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { consensusAddress, consensusPublicKey } from './crypto/consensus-key.ts';
import { addressOfPrivateKey } from './crypto/secp256k1.ts';
import { developmentAccounts, developmentConsensusKey, developmentMnemonic } from './development-accounts.ts';
import { fromHex, toHex } from './hex.ts';

test('the constant accounts are those of the mnemonic', () => {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(developmentMnemonic)).derive("m/44'/60'/0'/0");
  assert.equal(developmentAccounts.length, 10);
  for (const [index, { address, privateKey }] of developmentAccounts.entries()) {
    assert.equal(privateKey, toHex(root.deriveChild(index).privateKey ?? new Uint8Array()));
    assert.equal(address, addressOfPrivateKey(fromHex(privateKey)));
  }
});

test('the constant consensus key is that of its seed', () => {
  const { privateKey, publicKey, address } = developmentConsensusKey;
  assert.deepEqual(consensusPublicKey('ed25519', fromHex(privateKey)), publicKey);
  assert.equal(consensusAddress(publicKey), address);
});
