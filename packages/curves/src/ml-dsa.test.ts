import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import fc from 'fast-check';
import * as z from 'zod';
import { mlDsaKeys, mlDsaSchemes, mlDsaSizes, signMlDsa, verifyMlDsa } from './ml-dsa.ts';

const acvpFile = z.object({
  keyGen: z.array(z.object({ tcId: z.number(), seed: z.string(), pk: z.string(), sk: z.string() })),
  sigGen: z.array(z.object({ tcId: z.number(), sk: z.string(), message: z.string(), signature: z.string() })),
  sigVer: z.object({
    pk: z.string(),
    tests: z.array(z.object({ tcId: z.number(), message: z.string(), signature: z.string(), testPassed: z.boolean() })),
  }),
});
const wycheproofFile = z.object({
  publicKeys: z.array(z.string()),
  tests: z.array(
    z.object({
      tcId: z.number(),
      comment: z.string(),
      publicKey: z.number(),
      msg: z.string(),
      sig: z.string(),
      valid: z.boolean(),
    }),
  ),
});
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/ml-dsa-87-${name}.json`, import.meta.url), 'utf8'));
const acvp = acvpFile.parse(fixture('acvp'));
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (of: Uint8Array) => Buffer.from(of).toString('hex');

test('ACVP keyGen: a seed makes the keys of the vectors', () => {
  for (const { tcId, seed, pk, sk } of acvp.keyGen) {
    const { publicKey, privateKey } = mlDsaKeys('ml-dsa-87', bytes(seed));
    assert.deepEqual([hex(publicKey), hex(privateKey)], [pk, sk], `case ${tcId}`);
  }
});

/** The vectors are of the internal functions, which sign a message that holds the context already. */
test('ACVP sigGen and sigVer: the algorithm below signs and verifies as the vectors say', () => {
  for (const { tcId, sk, message, signature } of acvp.sigGen) {
    const signed = ml_dsa87.internal.sign(bytes(message), bytes(sk), { extraEntropy: false });
    assert.equal(hex(signed), signature, `case ${tcId}`);
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
  const { publicKeys, tests } = wycheproofFile.parse(fixture('wycheproof'));
  assert.equal(tests.length, 19);
  for (const { tcId, comment, publicKey, msg, sig, valid } of tests) {
    const key = bytes(publicKeys[publicKey] ?? '');
    assert.equal(verifyMlDsa('ml-dsa-87', key, bytes(sig), bytes(msg)), valid, `case ${tcId}: ${comment}`);
  }
});

/** Where a signature of each scheme ends in its hints: ω + k bytes. */
const hintBytes = { 'ml-dsa-44': 84, 'ml-dsa-65': 61, 'ml-dsa-87': 83 } as const;
const reference = { 'ml-dsa-44': ml_dsa44, 'ml-dsa-65': ml_dsa65, 'ml-dsa-87': ml_dsa87 } as const;

for (const scheme of mlDsaSchemes) {
  const sizes = mlDsaSizes[scheme];

  test(`${scheme}: keys and messages of any length verify, and another message does not`, () => {
    const cases = fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array(), (seed, message) => {
      const { publicKey, privateKey } = mlDsaKeys(scheme, seed);
      const signature = signMlDsa(scheme, privateKey, message);
      assert.ok(verifyMlDsa(scheme, publicKey, signature, message));
      assert.ok(!verifyMlDsa(scheme, publicKey, signature, Uint8Array.of(...message, 0)));
    });
    fc.assert(cases, { numRuns: 8 });
  });

  test(`${scheme}: a changed byte of key, response or hints is judged as noble judges it`, () => {
    const { publicKey, privateKey } = mlDsaKeys(scheme, new Uint8Array(32).fill(7));
    const message = Buffer.from('changed');
    const signature = signMlDsa(scheme, privateKey, message);
    const inKey = fc.nat(sizes.publicKey - 1);
    const inSignature = fc.nat(sizes.signature - 1);
    const inHints = fc.integer({ min: sizes.signature - hintBytes[scheme], max: sizes.signature - 1 });
    const change = fc.tuple(fc.oneof(inSignature, inHints), fc.nat(255), fc.option(inKey));
    const cases = fc.property(change, ([at, value, keyAt]) => {
      const changed = signature.with(at, value);
      const key = keyAt === null ? publicKey : publicKey.with(keyAt, value);
      assert.equal(verifyMlDsa(scheme, key, changed, message), reference[scheme].verify(changed, message, key));
    });
    fc.assert(cases, { numRuns: 40 });
  });
}
