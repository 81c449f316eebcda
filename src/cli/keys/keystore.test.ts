import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encryptKeystoreJson, Wallet } from 'ethers';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { CliError } from '../exit-codes.ts';
import { decryptKey, encryptKey, keystoreAddress, parseKeystore } from './keystore.ts';

/** The two example files of the Web3 Secret Storage specification; password `testpassword`. */
const specificationKey = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const common = {
  version: 3,
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  address: '008aeeda4d805471df9b2a5b0f38a0c3bcba786b',
};
const pbkdf2File = {
  ...common,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
};
const scryptFile = {
  ...common,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      p: 8,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
};

test('the examples of the specification open, also with members in other cases', () => {
  for (const file of [pbkdf2File, scryptFile]) {
    assert.equal(toHex(decryptKey(parseKeystore(JSON.stringify(file)), 'testpassword')), specificationKey);
  }
  const { crypto, ...rest } = pbkdf2File;
  const capital = parseKeystore(JSON.stringify({ ...rest, Crypto: crypto }));
  assert.equal(toHex(decryptKey(capital, 'testpassword')), specificationKey);
});

test('ethers opens our file and we open its file', async () => {
  const password = 'pässwörd ☂';
  const ours = encryptKey(fromHex(specificationKey), password);
  const wallet = await Wallet.fromEncryptedJson(JSON.stringify(ours), password);
  assert.equal(wallet.privateKey, specificationKey);
  assert.equal(wallet.address.toLowerCase(), keystoreAddress(ours));
  const theirs = await encryptKeystoreJson({ address: wallet.address, privateKey: wallet.privateKey }, password, {
    scrypt: { N: 1024 },
  });
  assert.equal(toHex(decryptKey(parseKeystore(theirs), password)), specificationKey);
});

test('a wrong password and a changed file are rejected', () => {
  const keystore = encryptKey(fromHex(specificationKey), 'right');
  assert.throws(() => decryptKey(keystore, 'wrong'), new CliError('key', 'wrong password, or a damaged key file'));
  const damaged = { ...keystore, crypto: { ...keystore.crypto, ciphertext: '00'.repeat(32) } };
  assert.throws(() => decryptKey(damaged, 'right'), CliError);
});

test('the same key and password never give the same file', () => {
  const [one, other] = [encryptKey(fromHex(specificationKey), 'x'), encryptKey(fromHex(specificationKey), 'x')];
  assert.notEqual(one.crypto.ciphertext, other.crypto.ciphertext);
  assert.notEqual(one.id, other.id);
});

test('text that is not a version 3 keystore is rejected with the reason', () => {
  assert.throws(() => parseKeystore('{'), { message: 'not a keystore: the text is not JSON' });
  assert.throws(() => parseKeystore('{"version":1}'), { message: /^not a version 3 keystore: version: / });
  const greedy = {
    ...scryptFile,
    crypto: { ...scryptFile.crypto, kdfparams: { ...scryptFile.crypto.kdfparams, n: 2 ** 22, r: 64 } },
  };
  assert.throws(() => decryptKey(parseKeystore(JSON.stringify(greedy)), 'x'), {
    message: /bytes of memory: rejected$/,
  });
});
