import { type CallContext, view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytes32Field, bytesField, maxPqcBytes, uint } from '../../kernel/module-sdk/field.ts';
import { type NetworkIdentity, signedText } from '../../kernel/module-sdk/signed-text.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { keys, type RegisteredKey } from './records.ts';

/** What both keys sign when an account changes its key. */

export const rotationText = signedText('qor-pqc-rotate-v2', {
  doc: 'The registered key and a new one of the same algorithm replace the one by the other.',
  fields: ['account as qor1…', 'algorithm', 'old key', 'new key'],
});
export const migrationText = signedText('qor-pqc-migrate-v2', {
  doc: 'The registered key and one of another algorithm replace the one by the other.',
  fields: ['account as qor1…', 'old algorithm', 'old key', 'new algorithm', 'new key'],
});

type Registered = Pick<RegisteredKey, 'public_key' | 'algorithm_id'>;
const unregistered: Registered = { public_key: new Uint8Array(0), algorithm_id: 0 };

export function rotationDigest(
  network: NetworkIdentity,
  account: Address,
  { public_key, algorithm_id }: Registered,
  newKey: Uint8Array,
): Uint8Array {
  const change = { algorithm: algorithm_id.toString(), 'old key': public_key, 'new key': newKey };
  return rotationText.digest(network, { 'account as qor1…': toBech32(account), ...change });
}

export function migrationDigest(
  network: NetworkIdentity,
  account: Address,
  { public_key, algorithm_id }: Registered,
  next: { readonly id: number; readonly key: Uint8Array },
): Uint8Array {
  const before = { 'old algorithm': algorithm_id.toString(), 'old key': public_key };
  const after = { 'new algorithm': next.id.toString(), 'new key': next.key };
  return migrationText.digest(network, { 'account as qor1…': toBech32(account), ...before, ...after });
}

/** Version 1 of a rotation: it names the chain id, the account and both keys, but not the genesis. */
export function rotationTextV1(
  { block, caller }: Pick<CallContext, 'block' | 'caller'>,
  { public_key, algorithm_id }: Registered,
  newKey: Uint8Array,
): Uint8Array {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const parts = [block.chainId, algorithm_id, toBech32(caller), hex(public_key), hex(newKey)];
  return new TextEncoder().encode(`qor-pqc-rotate-v1|${parts.join('|')}`);
}

/** Version 1 of a migration: it names the account only. */
export function migrationTextV1(account: Address): Uint8Array {
  return new TextEncoder().encode(`migrate:${toBech32(account)}`);
}

const digest = { digest: bytes32Field('both keys sign this') };
const account = accountField('whose key changes');
const newKey = bytesField('the new key', { maxBytes: maxPqcBytes });

const rotationDigestOf = view('rotationDigest', {
  doc: 'What both keys sign for rotateKey: `qor-pqc-rotate-v2`, see the signed texts below.',
  inputs: { account, newKey },
  outputs: digest,
  gas: 10_000n,
  gasPerByte: 8n,
  run: ({ state, block }, inputs) => {
    const registered = keys.get(state, inputs.account) ?? unregistered;
    return { digest: rotationDigest(block, inputs.account, registered, inputs.newKey) };
  },
});

const migrationDigestOf = view('migrationDigest', {
  doc: 'What both keys sign for migrateKey: `qor-pqc-migrate-v2`, see the signed texts below.',
  inputs: { account, newKey, newAlgorithmId: uint(8, 'its algorithm') },
  outputs: digest,
  gas: 10_000n,
  gasPerByte: 8n,
  run: ({ state, block }, inputs) => {
    const registered = keys.get(state, inputs.account) ?? unregistered;
    const next = { id: Number(inputs.newAlgorithmId), key: inputs.newKey };
    return { digest: migrationDigest(block, inputs.account, registered, next) };
  },
});

export const digestViews = [rotationDigestOf, migrationDigestOf];
