import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { CodecError } from '../kernel/codec/codec.ts';
import { toHex } from '../primitives/hex.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { createModules } from './index.ts';

/** Bytes that look random, the same in each run. */
const bytesOf = (seed: string, length: number) =>
  createHash('shake256', { outputLength: length }).update(seed).digest();

test('whatever an entry of a module holds, it is a record of the module or has a fault', () => {
  for (const { name, tables, singles, entryFault } of createModules()) {
    for (const { number, value, name: record } of [...tables, ...singles]) {
      const depth = Array.isArray(value.schema.required) ? 1 : 0;
      for (let round = 0; round < 60; round++) {
        const seed = `${name} ${record} ${round}`;
        const items = Array.from({ length: 1 + (round % 12) }, (_, at) =>
          bytesOf(`${seed} ${at}`, (round * 7 + at) % 34),
        );
        const key = toHex(Buffer.concat([Uint8Array.of(number), bytesOf(seed, (round * 11) % 60)]));
        for (const bytes of [
          bytesOf(seed, round),
          encodeRlp(depth === 1 ? items : (items[0] ?? [])),
          encodeRlp([items]),
        ]) {
          const fault = entryFault?.(key, bytes);
          assert.ok(fault === undefined || typeof fault === 'string');
        }
      }
    }
    assert.match(entryFault?.('0xee', Uint8Array.of(1)) ?? '', /no record of number 238$/);
    assert.equal(entryFault?.('0xee', new Uint8Array(0)), undefined, 'removed');
  }
});

test('a text that a client writes for a part of a key is one, or a fault of that text', () => {
  const texts = [
    '',
    ' 5 ',
    '-1',
    '1e400',
    'NaN',
    '9007199254740992',
    '0x10',
    '\ud800',
    '\0',
    '__proto__',
    '0xzz',
    'qor1x',
  ];
  const long = ['x'.repeat(100), 'x'.repeat(101), 'é'.repeat(51), 'z'.repeat(44), 'z'.repeat(45), 'z'.repeat(100_000)];
  for (const { tables } of createModules()) {
    for (const part of tables.flatMap(({ keyParts }) => keyParts)) {
      for (const text of [...texts, ...long]) {
        let value: unknown;
        try {
          value = part.fromText(text);
        } catch (error) {
          assert.ok(error instanceof CodecError || error instanceof RangeError, `${part.name}: ${String(error)}`);
          continue;
        }
        assert.match(part.toDigits(value), /^(?:[0-9a-f]{2})*$/, `${part.name}: ${text}`);
      }
    }
  }
});
