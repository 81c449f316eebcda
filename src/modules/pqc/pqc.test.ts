import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mlDsaKeys, signMlDsa } from '@qord/curves/ml-dsa';
import type { NativeResult } from '../../kernel/engine.ts';
import { abiFields } from '../../kernel/module-sdk/field.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { toBech32 } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { mlDsaVectors } from '../../testing/modules/ml-dsa-vectors.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { pqcAddress, pqcVerifyAddress } from '../addresses.ts';
import { createPqc } from './index.ts';
import { migrationDigest, rotationDigest, rotationTextV1 } from './key-texts.ts';
import { pqcVerify } from './precompiles.ts';
import { algorithms, keys } from './records.ts';

const [chief, alice] = [accountOf(0), accountOf(1)];
assert.ok(chief && alice);
const pqc = createPqc({ isAuthority: (_, caller) => caller === chief });
const none = new Uint8Array(0);
const seed = (byte: number) => new Uint8Array(32).fill(byte);
const first = mlDsaKeys('ml-dsa-87', seed(1));
const second = mlDsaKeys('ml-dsa-87', seed(2));
const bytes = (text: string) => new TextEncoder().encode(text);

function harnessWithKey(params: Record<string, unknown> = {}) {
  const harness = createModuleHarness([pqc], { pqc: { params } });
  const inputs = { algorithmId: 1n, publicKey: first.publicKey, ecdsaPublicKey: none, keyType: 'hybrid' };
  assert.deepEqual(harness.call(pqc, alice, 'registerKey', inputs), { outputs: {} });
  return harness;
}

test('a registered key shows in the query and in the precompile', () => {
  const harness = harnessWithKey();
  assert.deepEqual(harness.query(pqc, 'qor_getPQCKeyStatus', alice), {
    address: toBech32(alice),
    registered: true,
    has_pqc_key: true,
    algorithm_id: 1,
    algorithm_name: 'dilithium5',
    key_type: 'hybrid',
    public_key: Buffer.from(first.publicKey).toString('base64'),
    ecdsa_pubkey: undefined,
    created_at_height: 1,
    is_protected: false,
    migration_algorithm_id: undefined,
  });
  assert.deepEqual(harness.call(pqc, chief, 'pqcKeyStatus', { account: alice }), {
    outputs: { registered: true, algorithmId: 1n, pubkey: first.publicKey },
  });
});

test('an account without a key is a result, not an error', () => {
  const { query } = createModuleHarness([pqc]);
  assert.deepEqual(query(pqc, 'qor_getPQCKeyStatus', chief), {
    address: toBech32(chief),
    registered: false,
    has_pqc_key: false,
  });
  assert.throws(() => query(pqc, 'qor_getPQCKeyStatus', 'qor1nonsense'), { kind: 'invalid-parameter' });
});

test('the hybrid mode has number, name and description', () => {
  const result = createModuleHarness([pqc]).query(pqc, 'qor_getHybridSignatureMode') as { mode: number; name: string };
  assert.deepEqual([result.mode, result.name], [2, 'required']);
});

test('pqcVerify accepts valid and rejects invalid signatures, and charges by the byte', () => {
  const { call } = createModuleHarness([pqc]);
  const message = bytes('hello');
  const signature = signMlDsa('ml-dsa-87', first.privateKey, message);
  const verify = (pubkey: Uint8Array, text: Uint8Array, options = {}) =>
    call(pqc, chief, 'pqcVerify', { pubkey, signature, message: text }, { isStatic: true, ...options });
  assert.deepEqual(verify(first.publicKey, message), { outputs: { valid: true } });
  assert.deepEqual(verify(second.publicKey, message), { outputs: { valid: false } });
  assert.deepEqual(verify(first.publicKey, bytes('hullo')), { outputs: { valid: false } });
  assert.deepEqual(verify(none, message), { outputs: { valid: false } });
  assert.deepEqual(verify(first.publicKey, message, { gas: 25_000n }), { rejection: 'out of gas' });
  assert.ok(pqc.contracts.has(pqcVerifyAddress) && pqc.contracts.has(pqcAddress));
});

test('pqcVerify agrees with published vectors, and costs 25,000 gas and 8 per byte of the arguments', () => {
  const { block, state } = createModuleHarness([pqc]);
  for (const { name, publicKey, message, signature, valid } of mlDsaVectors()) {
    const inputs = abiFields(pqcVerify.inputs);
    const input = concatBytes(
      fromHex(pqcVerify.selector),
      encodeAbi(inputs, { pubkey: publicKey, signature, message }),
    );
    const contract = pqc.contracts.get(pqcVerifyAddress);
    const result: NativeResult | undefined = contract?.run({
      ...{ block, state, input, origin: alice, caller: alice, self: pqcVerifyAddress },
      ...{ value: 0n, gas: 1_000_000n, isStatic: true, depth: 0, isHybrid: false },
      emit: () => assert.fail('a view emits nothing'),
      beginWork: () => {},
      callEvm: () => assert.fail('a view calls nothing'),
    });
    assert.ok(result?.status === 'success', name);
    assert.equal(result.output.at(-1), valid ? 1 : 0, name);
    assert.equal(result.gasUsed, 0n, name);
    assert.equal(contract?.gas(input), 25_000n + 8n * BigInt(input.length - 4), name);
  }
});

test('rotation needs both signatures over the text', () => {
  const harness = harnessWithKey();
  const key = keys.get(harness.state, alice);
  assert.ok(key);
  const text = rotationDigest(harness.block, alice, key, second.publicKey);
  const good = {
    newKey: second.publicKey,
    oldSignature: signMlDsa('ml-dsa-87', first.privateKey, text),
    newSignature: signMlDsa('ml-dsa-87', second.privateKey, text),
  };
  const swapped = { ...good, oldSignature: good.newSignature };
  const elsewhere = rotationDigest({ ...harness.block, genesisHash: zeroHash }, alice, key, second.publicKey);
  const replayed = {
    newKey: second.publicKey,
    oldSignature: signMlDsa('ml-dsa-87', first.privateKey, elsewhere),
    newSignature: signMlDsa('ml-dsa-87', second.privateKey, elsewhere),
  };
  assert.deepEqual(harness.call(pqc, alice, 'rotateKey', replayed), {
    rejection: 'pqc: the signature is not right (2)',
  });
  assert.deepEqual(harness.call(pqc, alice, 'rotateKey', swapped), {
    rejection: 'pqc: the signature is not right (2)',
  });
  assert.deepEqual(harness.call(pqc, chief, 'rotateKey', good), {
    rejection: 'pqc: the account has no registered key (6)',
  });
  const textV1 = rotationTextV1({ block: harness.block, caller: alice }, key, second.publicKey);
  assert.match(new TextDecoder().decode(textV1), /^qor-pqc-rotate-v1\|9800\|1\|qor1[^|]+\|[\da-f]+\|[\da-f]+$/);
  const snapshot = harness.state.snapshot();
  const older = {
    newKey: second.publicKey,
    oldSignature: signMlDsa('ml-dsa-87', first.privateKey, textV1),
    newSignature: signMlDsa('ml-dsa-87', second.privateKey, textV1),
  };
  assert.deepEqual(harness.call(pqc, alice, 'rotateKey', older), { outputs: {} }, 'version 1 names both keys');
  harness.state.revert(snapshot);
  assert.deepEqual(harness.call(pqc, alice, 'rotateKey', good), { outputs: {} });
  assert.deepEqual(keys.get(harness.state, alice)?.public_key, second.publicKey);
  assert.deepEqual(harness.call(pqc, alice, 'rotateKey', good), { rejection: 'pqc: the new key is the old one (27)' });
});

test('the life of an algorithm: added, replaced, migrated from, deprecated, disabled', () => {
  const harness = harnessWithKey({ min_security_level: 3 });
  const { call, state } = harness;
  const next = mlDsaKeys('ml-dsa-65', seed(3));
  const text = bytes(`migrate:${toBech32(alice)}`);
  const migration = {
    newKey: next.publicKey,
    newAlgorithmId: 3n,
    oldSignature: signMlDsa('ml-dsa-87', first.privateKey, text),
    newSignature: signMlDsa('ml-dsa-65', next.privateKey, text),
  };
  assert.deepEqual(call(pqc, chief, 'addAlgorithm', { id: 3n, name: 'dilithium3', scheme: 'ml-dsa-65' }), {
    outputs: {},
  });
  assert.deepEqual(call(pqc, alice, 'migrateKey', migration), {
    rejection: 'pqc: no migration leads from the old algorithm to the new one (15)',
  });
  const deprecate = (migrationBlocks: bigint) =>
    call(pqc, chief, 'deprecateAlgorithm', { id: 1n, migrationBlocks, replacementId: 3n });
  assert.deepEqual(deprecate(2n ** 64n - 1n), {
    rejection: 'pqc: a migration lasts at most 4,294,967,295 blocks (31)',
  });
  assert.deepEqual(deprecate(2n), { outputs: {} });
  assert.deepEqual(
    call(pqc, alice, 'migrateKey', migration),
    { rejection: 'pqc: the signature is not right (2)' },
    'whoever has an old signature and the account alone would name a key of their own',
  );
  const snapshot = state.snapshot();
  assert.deepEqual(call(pqc, alice, 'migrateKey', migration, { isHybrid: true }), { outputs: {} });
  state.revert(snapshot);
  const registered = keys.get(state, alice);
  assert.ok(registered);
  const digest = migrationDigest(harness.block, alice, registered, { id: 3, key: next.publicKey });
  const signed = {
    ...migration,
    oldSignature: signMlDsa('ml-dsa-87', first.privateKey, digest),
    newSignature: signMlDsa('ml-dsa-65', next.privateKey, digest),
  };
  assert.deepEqual(call(pqc, alice, 'migrateKey', signed), { outputs: {} });
  assert.equal(algorithms.get(state, 3)?.accounts, 1);
  assert.equal(algorithms.get(state, 1)?.accounts, 0);
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.equal(algorithms.get(state, 1)?.status, 'deprecated');
  const late = { algorithmId: 1n, publicKey: second.publicKey, ecdsaPublicKey: none, keyType: 'hybrid' };
  assert.deepEqual(call(pqc, chief, 'registerKey', late), { rejection: 'pqc: the algorithm takes no new keys (11)' });
  call(pqc, chief, 'disableAlgorithm', { id: 1n, reason: 'broken' });
  assert.deepEqual(call(pqc, chief, 'registerKey', late), { rejection: 'pqc: the algorithm is disabled (13)' });
});

test('registrations and calls of other accounts are rejected', () => {
  const { call } = harnessWithKey();
  const register = (caller: typeof alice, changes: Record<string, unknown>) =>
    call(pqc, caller, 'registerKey', {
      ...{ algorithmId: 1n, publicKey: first.publicKey, ecdsaPublicKey: none, keyType: 'hybrid' },
      ...(changes as Record<string, bigint>),
    });
  assert.deepEqual(register(alice, {}), { rejection: 'pqc: the account has a registered key; rotate it instead (7)' });
  assert.deepEqual(register(chief, { publicKey: first.publicKey.subarray(1) }), {
    rejection: 'pqc: the key has the wrong length (3)',
  });
  assert.deepEqual(register(chief, { algorithmId: 2n }), { rejection: 'pqc: no such algorithm (10)' });
  assert.deepEqual(register(chief, { keyType: 'strong' }), {
    rejection: 'pqc: the kind of key must be hybrid, pqc_only or classical_only (26)',
  });
  assert.deepEqual(call(pqc, alice, 'disableAlgorithm', { id: 1n, reason: 'x' }), {
    rejection: 'pqc: only the authority may do this (19)',
  });
});
