import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, bech32 } from '@scure/base';
import secp256k1 from 'secp256k1';
import { defaultSections } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { addressToBytes, toBase58, toBech32, toChecksum } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex, toHexDigits } from '../primitives/hex.ts';
import { emptyView } from '../state/empty-view.ts';
import { developmentAccountInText } from './development-identity.ts';

test('a development account is found in every spelling of its address and its public key', () => {
  for (const { address, privateKey } of developmentAccounts) {
    const bytes = addressToBytes(address);
    const [short, long] = [true, false].map((compressed) => secp256k1.publicKeyCreate(fromHex(privateKey), compressed));
    assert.ok(short && long);
    const spellings = [
      address,
      address.toUpperCase(),
      toChecksum(address),
      address.slice(2),
      `0x${'00'.repeat(12)}${address.slice(2)}`,
      `${address.slice(2)}${'00'.repeat(12)}`,
      toBech32(address),
      toBech32(address, 'qorvaloper'),
      toBech32(address, 'qorvalcons'),
      bech32.encodeFromBytes('cosmos', bytes),
      toBase58(address),
      base64.encode(bytes),
      toHexDigits(short),
      `0x${toHexDigits(long).toUpperCase()}`,
      toHexDigits(long.subarray(1)),
      base64.encode(short),
      bech32.encodeFromBytes('qorpub', short),
    ];
    for (const text of spellings) assert.equal(developmentAccountInText(text), address, text);
  }
});

test('nothing else is recognised as one', () => {
  const others = ['', 'bbn-1', '0x', `0x${'00'.repeat(20)}`, 'f'.repeat(64), '1000000000000000000', 'x'.repeat(5000)];
  for (const text of others) assert.equal(developmentAccountInText(text), undefined, text);
  const [first] = developmentAccounts;
  assert.equal(developmentAccountInText(`0x${'00'.repeat(20)}${first?.address.slice(2, -1)}`), undefined);
});

test('no module names one by default, on any real network', () => {
  const texts = (plain: unknown): string[] => {
    if (typeof plain === 'string') return [plain];
    return typeof plain === 'object' && plain !== null
      ? Object.entries(plain).flatMap((entry) => entry.flatMap(texts))
      : [];
  };
  const modules = createModules();
  const found = [
    defaultSections(modules, 'mainnet'),
    defaultSections(modules, 'testnet'),
    modules.map(({ exportGenesis }) => exportGenesis?.(emptyView)), // the default of an omitted section
  ].flatMap(texts);
  assert.ok(found.length > 50);
  assert.deepEqual(
    found.filter((text) => developmentAccountInText(text) !== undefined),
    [],
  );
  const development = texts(defaultSections(modules, 'dev')).filter((text) => developmentAccountInText(text));
  assert.ok(development.length >= 5, 'authority and validator of a development network');
});
