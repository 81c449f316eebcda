import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { bytesField, maxPqcBytes, textField, uint } from '../../kernel/module-sdk/field.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import type { WorldState } from '../../state/types.ts';
import { verifies } from './algorithms.ts';
import { keyMigratedEvent, keyRegisteredEvent, keyRotatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { migrationDigest, migrationTextV1, rotationDigest, rotationTextV1 } from './key-texts.ts';
import { pqcParams } from './params.ts';
import { algorithms, keys, keyTypes, migrations, type RegisteredKey, statisticsRecord } from './records.ts';

type KeyType = RegisteredKey['key_type'];
const isKeyType = (text: string): text is KeyType => keyTypes.some((known) => known === text);

export const registerKey = call('registerKey', {
  doc: 'Register the post-quantum key of the calling account.',
  inputs: {
    algorithmId: uint(8, '1 for ML-DSA-87'),
    publicKey: bytesField('the key: 2592 bytes for ML-DSA-87; empty for classical_only', { maxBytes: maxPqcBytes }),
    ecdsaPublicKey: bytesField('classical key kept beside it; may be empty'),
    keyType: textField('hybrid, pqc_only or classical_only', { choices: ['hybrid', 'pqc_only', 'classical_only'] }),
  },
  gas: 100_000n,
  gasPerByte: 200n,
  example: ['1', '0x…', '0x', 'hybrid'],
  fault: (context, { algorithmId, publicKey, keyType }) => {
    if (!isKeyType(keyType)) return fault.unknownKeyType();
    if (keys.get(context.state, context.caller) !== undefined) return fault.keyAlreadyRegistered();
    return newKeyFault(context, Number(algorithmId), publicKey, keyType);
  },
  run: (context, { algorithmId, publicKey, ecdsaPublicKey, keyType }) => {
    const { state, caller, block, emit } = context;
    const algorithm_id = Number(algorithmId);
    const key = { public_key: publicKey, algorithm_id, ecdsa_pubkey: ecdsaPublicKey };
    const key_type = isKeyType(keyType) ? keyType : 'hybrid';
    keys.set(state, { ...key, key_type, created_at_height: Number(block.number) }, caller);
    countAccounts(state, algorithm_id, 1);
    const counted = statisticsRecord.get(state);
    statisticsRecord.set(state, { ...counted, total_registrations: counted.total_registrations + 1 });
    emit(keyRegisteredEvent.log({ account: caller, algorithmId, keyType }));
  },
});

export const rotateKey = call('rotateKey', {
  doc: 'Replace the registered key by another of the same algorithm. Both keys sign the result of rotationDigest, or version 1, the text `qor-pqc-rotate-v1|chainId|algorithmId|account|oldKeyHex|newKeyHex`, the account as qor1….',
  inputs: {
    newKey: bytesField('the new key', { maxBytes: maxPqcBytes }),
    oldSignature: bytesField('by the registered key', { maxBytes: maxPqcBytes }),
    newSignature: bytesField('by the new key', { maxBytes: maxPqcBytes }),
  },
  gas: 200_000n,
  gasPerByte: 100n,
  fault: (context, { newKey, oldSignature, newSignature }) => {
    const { state, caller } = context;
    const key = keys.get(state, caller);
    if (key === undefined) return fault.noRegisteredKey();
    if (equalBytes(key.public_key, newKey)) return fault.sameKey();
    const next = { id: key.algorithm_id, key: newKey, signature: newSignature };
    const texts = [rotationDigest(context.block, caller, key, newKey), rotationTextV1(context, key, newKey)];
    return bothSignFault(context, texts, key, oldSignature, next);
  },
  run: (context, { newKey }) => {
    const { state, caller, emit } = context;
    const key = keys.get(state, caller);
    if (key === undefined) return;
    keys.set(state, { ...key, public_key: newKey }, caller);
    countVerifications(state, 0);
    emit(keyRotatedEvent.log({ account: caller, algorithmId: BigInt(key.algorithm_id) }));
  },
});

export const migrateKey = call('migrateKey', {
  doc: 'Move the registered key to the algorithm that replaces its own. Both keys sign the result of migrationDigest. Version 1, the text `migrate:<account>`, names neither the new key nor the network: it counts in a hybrid transaction only, which the registered key has signed.',
  inputs: {
    newKey: bytesField('the new key', { maxBytes: maxPqcBytes }),
    newAlgorithmId: uint(8, 'its algorithm'),
    oldSignature: bytesField('by the registered key', { maxBytes: maxPqcBytes }),
    newSignature: bytesField('by the new key', { maxBytes: maxPqcBytes }),
  },
  gas: 200_000n,
  gasPerByte: 100n,
  fault: (context, { newKey, newAlgorithmId, oldSignature, newSignature }) => {
    const { state, caller } = context;
    const key = keys.get(state, caller);
    if (key === undefined) return fault.noRegisteredKey();
    const id = Number(newAlgorithmId);
    if (migrations.get(state, key.algorithm_id)?.to_algorithm_id !== id) return fault.noMigration();
    const rejection = newKeyFault(context, id, newKey, key.key_type);
    if (rejection !== undefined) return rejection;
    const next = { id, key: newKey, signature: newSignature };
    const digest = migrationDigest(context.block, caller, key, next);
    const texts = context.isHybrid ? [digest, migrationTextV1(caller)] : [digest];
    return bothSignFault(context, texts, key, oldSignature, next);
  },
  run: (context, { newKey, newAlgorithmId }) => {
    const { state, caller, emit } = context;
    const key = keys.get(state, caller);
    const migration = key && migrations.get(state, key.algorithm_id);
    if (key === undefined || migration === undefined) return;
    const algorithm_id = Number(newAlgorithmId);
    keys.set(state, { ...key, public_key: newKey, algorithm_id }, caller);
    countAccounts(state, key.algorithm_id, -1);
    countAccounts(state, algorithm_id, 1);
    migrations.set(state, { ...migration, migrated_accounts: migration.migrated_accounts + 1 }, key.algorithm_id);
    countVerifications(state, 1);
    emit(
      keyMigratedEvent.log({
        account: caller,
        fromAlgorithmId: BigInt(key.algorithm_id),
        toAlgorithmId: newAlgorithmId,
      }),
    );
  },
});

function newKeyFault(
  { state }: CheckContext,
  id: number,
  publicKey: Uint8Array,
  keyType: KeyType,
): ModuleFault | undefined {
  const algorithm = algorithms.get(state, id);
  if (algorithm === undefined || algorithm.category !== 'signature') return fault.noSuchAlgorithm();
  if (algorithm.status === 'disabled') return fault.algorithmDisabled();
  if (algorithm.status !== 'active') return fault.algorithmClosed();
  if (algorithm.nist_level < pqcParams.get(state).min_security_level) return fault.securityLevelTooLow();
  const length = keyType === 'classical_only' && publicKey.length === 0 ? 0 : algorithm.public_key_size;
  return publicKey.length === length ? undefined : fault.badKeyLength();
}

type NewKey = { readonly id: number; readonly key: Uint8Array; readonly signature: Uint8Array };

/** Why both keys have not signed one of the texts, or undefined. */
function bothSignFault(
  { state }: CheckContext,
  texts: readonly Uint8Array[],
  old: RegisteredKey,
  oldSignature: Uint8Array,
  next: NewKey,
): ModuleFault | undefined {
  const oldAlgorithm = algorithms.get(state, old.algorithm_id);
  const newAlgorithm = algorithms.get(state, next.id);
  if (oldAlgorithm === undefined || newAlgorithm === undefined) return fault.noSuchAlgorithm();
  if (oldAlgorithm.status === 'disabled') return fault.algorithmDisabled();
  if (next.key.length !== newAlgorithm.public_key_size) return fault.badKeyLength();
  const signed = texts.find((text) => verifies(oldAlgorithm, old.public_key, oldSignature, text));
  const areRight = signed !== undefined && verifies(newAlgorithm, next.key, next.signature, signed);
  return areRight ? undefined : fault.badSignature();
}

function countAccounts(state: WorldState, id: number, change: number): void {
  const algorithm = algorithms.get(state, id);
  if (algorithm !== undefined) algorithms.set(state, { ...algorithm, accounts: algorithm.accounts + change }, id);
}

/** Two signatures were verified, for this many migrations. */
function countVerifications(state: WorldState, migrated: number): void {
  const counted = statisticsRecord.get(state);
  statisticsRecord.set(state, {
    ...counted,
    total_pqc_verifications: counted.total_pqc_verifications + 2,
    total_key_migrations: counted.total_key_migrations + migrated,
  });
}
