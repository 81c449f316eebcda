import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { parseAccountText, parseNativeAccountText } from './account-text.ts';
import { parseAddress, toBase58, toBech32, toChecksum } from './address.ts';

const address = parseAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');

test('all formats identify the same account', () => {
  const spellings = [
    address,
    address.toUpperCase().replace('0X', '0x'),
    toChecksum(address),
    toBech32(address),
    toBech32(address).toUpperCase(),
    toBech32(address, 'qorvaloper'),
    toBech32(address, 'qorvalcons'),
    toBase58(address),
  ];
  for (const text of spellings) assert.deepEqual(parseAccountText(text), { kind: 'native', address }, text);
});

test('a key that does not end in 12 zeros is not a native account', () => {
  const key = new Uint8Array(32).fill(7);
  assert.deepEqual(parseAccountText(base58.encode(key)), { kind: 'svm-only', key });
  assert.throws(() => parseNativeAccountText(base58.encode(key)), { message: /is not a native account: the last 12/ });
});

test('a mistyped account is rejected with the reason', () => {
  const wrongCase = toChecksum(address).replace('d', 'D');
  assert.throws(() => parseAccountText(wrongCase), { message: /^the checksum of 0x.* is wrong \(EIP-55\)/ });
  assert.throws(() => parseAccountText(`${toBech32(address).slice(0, -1)}q`), { message: /checksum or length/ });
  assert.throws(() => parseAccountText('cosmos1abc'), { message: /write it as 0x…, qor1… or base58/ });
  for (const text of ['', '0x', '0x12', `${address}00`, 'qor1', '1'.repeat(5000), base58.encode(new Uint8Array(20))]) {
    assert.throws(() => parseAccountText(text), RangeError, text.slice(0, 20));
  }
});
