import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import { fromHex } from '../../primitives/hex.ts';
import { treeRoot } from './tree-root.ts';
import { emptyTreeRoot } from './update-tree.ts';

/** Text means its UTF-8 bytes, unless it starts with 0x. */
const toBytes = (text: string): Uint8Array => (text.startsWith('0x') ? fromHex(text) : Buffer.from(text, 'utf8'));

function rootOf(pairs: readonly (readonly [string, string | null])[], hashed: boolean): string {
  const content = new Map<string, string>();
  for (const [key, value] of pairs) {
    if (value === null) content.delete(key);
    else content.set(key, value);
  }
  const key = (text: string) => (hashed ? keccak256(toBytes(text)) : toBytes(text));
  return treeRoot([...content].map(([text, value]) => [key(text), toBytes(value)]));
}

const puppy = [
  ['do', 'verb'],
  ['horse', 'stallion'],
  ['doge', 'coin'],
  ['dog', 'puppy'],
] as const;

// From the official TrieTests of ethereum/tests.
const plainVectors = {
  '0xd23786fb4a010da3ce639d66d5e904a11dbc02746d1ce25029e53290cabf28ab': [['A', 'a'.repeat(50)]],
  '0x8aad789dff2f538bca5d8ea56e8abe10f4c7ba3a5dea95fea4cd6e7c3a1168d3': [
    ['doe', 'reindeer'],
    ['dog', 'puppy'],
    ['dogglesworth', 'cat'],
  ],
  '0x5991bb8c6514148a29db676a14ac506cd2cd5775ace63c30a4fe457715e9ac84': puppy,
  '0x17beaa1648bafa633cda809c90c04af50fc8aed3cb40d16efbddee6fdf63c4c3': [
    ['foo', 'bar'],
    ['food', 'bass'],
  ],
  '0x3f67c7a47520f79faa29255d2d3c084a7a6df0453116ed7232ff10277a8be68b': [
    ['be', 'e'],
    ['dog', 'puppy'],
    ['bed', 'd'],
  ],
  '0x8452568af70d8d140f58d941338542f645fcca50094b20f3c3d8c3df49337928': [
    ['test', 'test'],
    ['te', 'testy'],
  ],
  '0x285505fcabe84badc8aa310e2aae17eddc7d120aabec8a476902c8184b3a3503': [
    ['0x0045', '0x0123456789'],
    ['0x4500', '0x9876543210'],
  ],
} as const;

const noCode = 'a0c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';
const noEntries = 'a056e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const hashedVectors = {
  '0x29b235a58c3c25ab83010c327d5932bcf05324b7d6b1185e650798034783ca9d': puppy,
  '0xa7c787bf470808896308c215e22c7a580a0087bb6db6e8695fb4759537283a83': [
    ['0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b', `0xf84c01880de0b6b3a7622746${noEntries}${noCode}`],
    [
      '0x095e7baea6a6c7c4c2dfeb977efac326af552d87',
      `0xf84780830186b7${noEntries}a0501653f02840675b1aab0328c6634762af5d51764e78f9641cccd9b27b90db4f`,
    ],
    ['0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba', `0xf8468082521a${noEntries}${noCode}`],
  ],
} as const;

test('roots of plain keys equal the published ones', () => {
  for (const [root, pairs] of Object.entries(plainVectors)) {
    assert.equal(rootOf(pairs, false), root);
    assert.equal(rootOf(pairs.toReversed(), false), root);
  }
});

test('roots of hashed keys equal the published ones', () => {
  for (const [root, pairs] of Object.entries(hashedVectors)) assert.equal(rootOf(pairs, true), root);
});

test('removed keys leave no trace in the root', () => {
  const detour = [...puppy, ['ether', 'wookiedoo'], ['shaman', 'horse'], ['ether', null], ['shaman', null]] as const;
  assert.equal(rootOf(detour, false), rootOf(puppy, false));
  assert.equal(rootOf([], false), emptyTreeRoot);
});
