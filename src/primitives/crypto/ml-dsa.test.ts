import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { z } from 'zod';
import { mlDsaVectors } from '../../testing/ml-dsa-vectors.ts';
import { fromHex, toHex } from '../hex.ts';
import { mlDsaKeys, signMlDsa, verifyMlDsa } from './ml-dsa.ts';

const acvpFile = z.object({
  keyGen: z.array(z.object({ tcId: z.number(), seed: z.string(), pk: z.string(), sk: z.string() })),
  sigGen: z.array(z.object({ tcId: z.number(), sk: z.string(), message: z.string(), signature: z.string() })),
  sigVer: z.object({
    pk: z.string(),
    tests: z.array(z.object({ tcId: z.number(), message: z.string(), signature: z.string(), testPassed: z.boolean() })),
  }),
});
const acvp = acvpFile.parse(JSON.parse(readFileSync('src/primitives/crypto/fixtures/ml-dsa-87-acvp.json', 'utf8')));
const bytes = (hex: string) => fromHex(`0x${hex}`);

test('ACVP keyGen: a seed makes the keys of the vectors', () => {
  for (const { tcId, seed, pk, sk } of acvp.keyGen) {
    const { publicKey, privateKey } = mlDsaKeys('ml-dsa-87', bytes(seed));
    assert.deepEqual([toHex(publicKey), toHex(privateKey)], [`0x${pk}`, `0x${sk}`], `case ${tcId}`);
  }
});

/** The vectors are of the internal functions, which sign a message that holds the context already. */
test('ACVP sigGen and sigVer: the algorithm below signs and verifies as the vectors say', () => {
  for (const { tcId, sk, message, signature } of acvp.sigGen) {
    const signed = ml_dsa87.internal.sign(bytes(message), bytes(sk), { extraEntropy: false });
    assert.equal(toHex(signed), `0x${signature}`, `case ${tcId}`);
  }
  for (const { tcId, message, signature, testPassed } of acvp.sigVer.tests) {
    const answer = ml_dsa87.internal.verify(bytes(signature), bytes(message), bytes(acvp.sigVer.pk));
    assert.equal(answer, testPassed, `case ${tcId}`);
  }
});

test('a signature is the internal one over the message with an empty context, the same every time', () => {
  const [vector] = acvp.keyGen;
  assert.ok(vector);
  const message = Buffer.from('the same every time');
  const signature = signMlDsa('ml-dsa-87', bytes(vector.sk), message);
  const framed = Uint8Array.of(0, 0, ...message);
  assert.deepEqual(signature, ml_dsa87.internal.sign(framed, bytes(vector.sk), { extraEntropy: false }));
  assert.ok(verifyMlDsa('ml-dsa-87', bytes(vector.pk), signature, message));
});

test('Wycheproof: right signatures verify; broken keys, signatures and forgeries do not', () => {
  for (const { name, publicKey, message, signature, valid } of mlDsaVectors())
    assert.equal(verifyMlDsa('ml-dsa-87', publicKey, signature, message), valid, name);
});
