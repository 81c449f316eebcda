import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58, bech32 } from '@scure/base';
import fc from 'fast-check';
import {
  addressFromBytes,
  addressToBytes,
  asAddress,
  fromBech32,
  fromSvmKey,
  parseAddress,
  toBase58,
  toBech32,
  toChecksum,
  toSvmKey,
  zeroAddress,
} from './address.ts';

const anyAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(addressFromBytes);

test('checksums are those of EIP-55', () => {
  const examples = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];
  for (const text of examples) assert.equal(toChecksum(parseAddress(text)), text);
});

test('every format is parsed again', () => {
  const property = fc.property(anyAddress, (address) => {
    assert.equal(parseAddress(toChecksum(address)), address);
    assert.equal(addressFromBytes(addressToBytes(address)), address);
    assert.equal(fromBech32(toBech32(address)), address);
    assert.equal(fromBech32(toBech32(address, 'qorvaloper'), ['qorvaloper']), address);
    assert.equal(fromSvmKey(toSvmKey(address)), address);
    assert.equal(fromSvmKey(base58.decode(toBase58(address))), address);
  });
  fc.assert(property);
});

test('the SVM key is the 20 bytes and 12 zeros; the zero account is the system program', () => {
  const address = parseAddress(`0x${'ab'.repeat(20)}`);
  assert.equal(Buffer.from(toSvmKey(address)).toString('hex'), 'ab'.repeat(20) + '00'.repeat(12));
  assert.equal(toBase58(zeroAddress), '1'.repeat(32));
  for (let at = 20; at < 32; at++) {
    const key = toSvmKey(address);
    key[at] = 1;
    assert.equal(fromSvmKey(key), undefined);
  }
  assert.equal(fromSvmKey(new Uint8Array(31)), undefined);
});

test('text that is not an address is rejected', () => {
  const good = `0x${'12'.repeat(20)}`;
  for (const text of ['', '0x', good.slice(0, -1), `${good}0`, good.slice(2), `${good.slice(0, -1)}g`, ` ${good}`]) {
    assert.equal(asAddress(text), undefined, text);
    assert.throws(() => parseAddress(text), RangeError);
  }
  assert.equal(asAddress(`0X${'AB'.repeat(20)}`), `0x${'ab'.repeat(20)}`);
  for (const length of [0, 19, 21, 32]) assert.throws(() => addressFromBytes(new Uint8Array(length)), RangeError);
});

test('bech32 text with another prefix, length or checksum is rejected', () => {
  const text = toBech32(zeroAddress);
  assert.equal(fromBech32(toBech32(zeroAddress, 'qorvaloper')), undefined);
  assert.equal(fromBech32(`${text.slice(0, -1)}${text.endsWith('q') ? 'p' : 'q'}`), undefined);
  assert.equal(fromBech32(bech32.encodeFromBytes('qor', new Uint8Array(32))), undefined);
  assert.equal(fromBech32('qor'), undefined);
});
