import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlainBatch } from './plain-batch.ts';

const read = (text: string) => readPlainBatch(Buffer.from(text, 'latin1'), text);

const address = `0x${'2f'.repeat(20)}`;
const one = `{"jsonrpc":"2.0","id":7,"method":"eth_getBalance","params":["${address}","latest"]}`;

test('a batch as libraries write it is read', () => {
  const plain = [
    `[${one}]`,
    `[${one},${one},{"method":"eth_getCode","params":["0x"],"id":0,"jsonrpc":"2.0"},${one}]`,
    '[{"id":999999999999999,"method":"eth_chainId","jsonrpc":"2.0","params":[]}]',
    '[{"jsonrpc":"2.0","method":"eth","id":1,"params":[]},{"jsonrpc":"2.0","method":"eth_","id":1,"params":[""]}]',
    '[{"jsonrpc":"2.0","method":"","id":1,"params":["],[{}"]}]',
  ];
  for (const text of plain) assert.deepEqual(read(text), JSON.parse(text), text);
});

test('any other text is left to the parser of JSON', () => {
  const member = (from: string, to: string) => `[${one.replace(from, to)}]`;
  const others = [
    '',
    '[',
    '[]',
    one,
    `[${one}`,
    `[${one}] `,
    `[${one}]]`,
    `[${one},]`,
    `[${one}${one}]`,
    `[${one},1]`,
    `[ ${one}]`,
    `[${one}, ${one}]`,
    ...['07', '1.0', '-1', '1e2', '"7"', 'null', '1234567890123456', ''].map((id) => member('7', id)),
    ...['"a\\u0062"', '"a\nb"', '"a\x7f', 'true', '{}', '[]', 'null', ''].map((param) => member('"latest"', param)),
    member('"2.0"', '"1.0"'),
    member('"id":7', '"id":7,"id":8'),
    member('"id":7', '"method":"a"'),
    member('"id":7,', ''),
    member('"id":7', '"extra":7'),
    member('}', ',"extra":7}'),
    member('}', ',}'),
    member('eth_', 'eth\\u005f'),
  ];
  for (const text of others) assert.equal(read(text), undefined, text);
});

test('what is read is what JSON.parse returns, whichever byte is changed', () => {
  const text = `[${one},{"params":["0x1"],"id":12,"method":"eth_getBalance","jsonrpc":"2.0"}]`;
  let accepted = 0;
  for (let at = 0; at < text.length; at++) {
    for (let byte = 0; byte < 128; byte++) {
      const changed = text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
      const result = read(changed);
      if (result === undefined) continue;
      accepted++;
      assert.deepEqual(result, JSON.parse(changed), changed);
    }
    for (const shorter of [text.slice(0, at), text.slice(0, at) + text.slice(at + 1)]) {
      const result = read(shorter);
      if (result !== undefined) assert.deepEqual(result, JSON.parse(shorter), shorter);
    }
  }
  assert.ok(accepted > 1000, String(accepted));
});
