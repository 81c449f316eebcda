import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, type Hex, toHex } from '../hex.ts';
import {
  type ConsensusKeyType,
  consensusAddress,
  consensusKeyType,
  consensusPublicKey,
  signWithConsensusKey,
  verifyConsensusSignature,
} from './consensus-key.ts';
import { groupOrder } from './secp256k1.ts';
import { sha256 } from './sha256.ts';

const message = sha256(Buffer.from('a message'));

/**
 * Made with the packages crypto/ed25519 and crypto/secp256k1eth of CometBFT v0.40.0 (keys from the secret "vector").
 */
const vectors: readonly Record<'privateKey' | 'publicKey' | 'address' | 'signature', Hex>[] = [
  {
    privateKey: '0xb0d51c58c8b9c1f458fadf16c7d375630ef51da4df81915893b05c0fa4ed8bc6',
    publicKey: '0x684199b32633a579645b0cfbfa80cfb61e3f8b02fea28bd59d3ab3d9579605d8',
    address: '0x8a5875c75081aefb603a23178350ae4542803c24',
    signature:
      '0xce383c7816a9712ac1b696cc2ef204ef74a2dd834970eec8b93cde4d1f9dfa6c9927c6198b949779b9cd324765f46305ddd495de816cb4b7bfd7e45c410c1d05',
  },
  {
    privateKey: '0xb0d51c58c8b9c1f458fadf16c7d375630ef51da4df81915893b05c0fa4ed8bc7',
    publicKey: '0x038f54e8dff1c371afcabeb31e411447a38c0c407933f1c78737825c0791a3856b',
    address: '0x5027b4bfc3a9e7c284276889884af705f4c5523c',
    signature:
      '0x76d1a18db010a8294ef3896dd0192cf8edfb752723c0d7d0935f77a8b86f3029548aa138b36e565d406536fcf84966bd2d4249f0f87d784834c188bbf236215001',
  },
];

const types: readonly ConsensusKeyType[] = ['ed25519', 'secp256k1eth'];

for (const [at, type] of types.entries()) {
  test(`${type}: key, address and signature are those of CometBFT`, () => {
    const vector = vectors[at];
    assert.ok(vector);
    const publicKey = consensusPublicKey(type, fromHex(vector.privateKey));
    assert.equal(toHex(publicKey), vector.publicKey);
    assert.equal(consensusKeyType(publicKey), type);
    assert.equal(consensusAddress(publicKey), vector.address);
    assert.equal(toHex(signWithConsensusKey(type, fromHex(vector.privateKey), message)), vector.signature);
  });

  test(`${type}: a signature holds for its key and message only`, () => {
    const { publicKey = '0x', signature = '0x' } = vectors[at] ?? {};
    const other = fromHex(vectors[1 - at]?.publicKey ?? '0x');
    const [key, proof] = [fromHex(publicKey), fromHex(signature)];
    assert.equal(verifyConsensusSignature(key, message, proof), true);
    assert.equal(verifyConsensusSignature(other, message, proof), false);
    assert.equal(verifyConsensusSignature(key, sha256(message), proof), false);
    for (let bit = 0; bit < proof.length; bit++) {
      assert.equal(
        verifyConsensusSignature(key, message, proof.with(bit, (proof[bit] ?? 0) ^ 1)),
        false,
        `byte ${bit}`,
      );
    }
    for (const size of [0, 63, 64, 65, 66].filter((bytes) => bytes !== proof.length)) {
      assert.equal(verifyConsensusSignature(key, message, new Uint8Array(size).fill(1)), false);
    }
  });
}

test('secp256k1eth: the other signature with a high s is not accepted', () => {
  const { publicKey = '0x', signature = '0x' } = vectors[1] ?? {};
  const proof = fromHex(signature);
  const s = groupOrder - BigInt(toHex(proof.subarray(32, 64)));
  const high = `${toHex(proof.subarray(0, 32))}${s.toString(16).padStart(64, '0')}00` as Hex;
  assert.equal(verifyConsensusSignature(fromHex(publicKey), message, fromHex(high)), false);
});

test('bytes that are no key have no address', () => {
  for (const size of [0, 20, 31, 34, 65]) assert.equal(consensusAddress(new Uint8Array(size).fill(2)), undefined);
  assert.equal(consensusAddress(new Uint8Array(33).fill(5)), undefined, 'no point of the curve begins so');
});
