import { type CallContext, type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import {
  accountField,
  bytes32Field,
  bytesField,
  listField,
  textField,
  uint,
  withUnit,
} from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import { keyAddedEvent, keyRevokedEvent } from './events.ts';
import { fault } from './faults.ts';
import { abstractaccountParams, maxSessionSeconds } from './params.ts';
import { endProof, isProven, keepProof, possessionDigest } from './possession.ts';
import {
  type Authenticator,
  accounts,
  authenticators,
  keyId,
  keyOwners,
  type Permission,
  permissionNames,
} from './records.ts';
import { isKeyOf, isSignedBy } from './signature.ts';

const isPermission = (text: string): text is Permission => permissionNames.some((known) => known === text);
const maxLabelBytes = 64;

type Registration = {
  readonly scheme: string;
  readonly pubkey: Uint8Array;
  readonly permissions: readonly string[];
  readonly expiry: bigint;
  readonly label: string;
};

const keyFields = {
  scheme: textField('ed25519 or secp256k1', { choices: ['ed25519', 'secp256k1'] }),
  pubkey: bytesField('the key, or for secp256k1 its 20-byte address'),
};
const registration = {
  ...keyFields,
  permissions: listField(textField('a permission'), 'what it may do'),
  expiry: withUnit('seconds', uint(64, 'since 1970, at most 30 days ahead; 0 for the default')),
  label: textField('to tell it from others'),
};
const exampleKey = ['secp256k1', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'];
const example = [...exampleKey, 'evm,send', '0', 'game'];

const registerAuthenticator = call('registerAuthenticator', {
  doc: 'Let a key act for the calling account until it expires. What a permission covers: send, coins by the bank module; delegate, delegations; withdraw, rewards; evm, calls of contracts; deploy, new contracts; all, these together. Anybody may name any key, so whoever holds one that another account has named registers it by registerAuthenticatorWithProof.',
  inputs: registration,
  gas: 80_000n,
  gasPerByte: 32n,
  example,
  fault: (context, request) =>
    registrationFault(context, request) ??
    (holderOf(context, request) === undefined ? undefined : fault.alreadyRegistered()),
  run: (context, request) => register(context, request),
});

const registerAuthenticatorWithProof = call('registerAuthenticatorWithProof', {
  doc: 'registerAuthenticator with the signature of the key under the result of authenticatorDigest. It takes the key from an account that has registered it without one, and the key then signs version 2 of all digests only.',
  inputs: {
    ...registration,
    proof: bytesField('64 bytes, or 65 with a recovery byte: signed by the key as it signs executions'),
  },
  gas: 280_000n,
  gasPerByte: 32n,
  example: [...example, '0x…'],
  fault: (context, request) => {
    const { state, caller } = context;
    const rejection = registrationFault(context, request);
    if (rejection !== undefined) return rejection;
    const holder = holderOf(context, request);
    if (holder !== undefined && isProven(state, keyId(request.scheme, request.pubkey)))
      return fault.alreadyRegistered();
    const digest = possessionDigest(context, caller, request.scheme, request.pubkey);
    return isSignedBy(request.scheme, request.pubkey, digest, request.proof) ? undefined : fault.badSignature();
  },
  run: (context, request) => {
    const { state, caller, emit } = context;
    const { scheme, pubkey } = request;
    const holder = holderOf(context, request);
    if (holder !== undefined && holder !== caller) emit(keyRevokedEvent.log({ account: holder, scheme, pubkey }));
    register(context, request);
    keepProof(state, keyId(scheme, pubkey));
  },
});

const authenticatorDigest = view('authenticatorDigest', {
  doc: 'What a key signs for registerAuthenticatorWithProof: `qor-authenticator-v2`, see the signed texts below.',
  inputs: { account: accountField('the account it will act for'), ...keyFields },
  outputs: { digest: bytes32Field('sign this') },
  gas: 5_000n,
  run: (context, { account, scheme, pubkey }) => ({ digest: possessionDigest(context, account, scheme, pubkey) }),
});

const revokeAuthenticator = call('revokeAuthenticator', {
  doc: 'Take back what a key may do for the calling account.',
  inputs: {
    scheme: textField('ed25519 or secp256k1', { choices: ['ed25519', 'secp256k1'] }),
    pubkey: bytesField('the key'),
  },
  gas: 40_000n,
  example: exampleKey,
  fault: ({ state, caller }, { scheme, pubkey }) =>
    authenticators.get(state, caller, keyId(scheme, pubkey)) === undefined ? fault.notFound() : undefined,
  run: ({ state, caller, emit }, { scheme, pubkey }) => {
    removeKey(state, caller, keyId(scheme, pubkey));
    emit(keyRevokedEvent.log({ account: caller, scheme, pubkey }));
  },
});

export const keyCalls = [
  registerAuthenticator,
  registerAuthenticatorWithProof,
  revokeAuthenticator,
  authenticatorDigest,
];

function registrationFault(context: CheckContext, request: Registration): ModuleFault | undefined {
  const { state, caller, block } = context;
  const { scheme, pubkey, permissions, expiry, label } = request;
  const { enabled, max_session_keys } = abstractaccountParams.get(state);
  if (!enabled) return fault.moduleOff();
  if (accounts.get(state, caller) === undefined) return fault.notFound();
  if (!isKeyOf(scheme, pubkey)) return fault.unknownScheme();
  if (permissions.length === 0 || !permissions.every(isPermission)) return fault.unknownPermission();
  const until = expiryOf(context, expiry);
  if (until <= block.timestamp || until > block.timestamp + BigInt(maxSessionSeconds)) return fault.badKeyExpiry();
  if (new TextEncoder().encode(label).length > maxLabelBytes) return fault.labelTooLong();
  return countValidKeys(context, keyId(scheme, pubkey)) >= max_session_keys ? fault.tooManyKeys() : undefined;
}

/** Takes the key from whoever has it and gives it to the caller. */
function register(context: CallContext, { scheme, pubkey, permissions, expiry, label }: Registration): void {
  const { state, caller, block, emit } = context;
  const id = keyId(scheme, pubkey);
  dropExpired(context);
  const before = authenticators.get(state, caller, id);
  removeKey(state, keyOwners.get(state, id) ?? caller, id);
  const until = expiryOf(context, expiry);
  const granted = permissionNames.filter((name) => permissions.includes(name));
  const known = { scheme: scheme === 'ed25519' ? scheme : 'secp256k1', pubkey, label, permissions: granted } as const;
  const fresh = { created_at: Number(block.number), ...spentBy(before) };
  authenticators.set(state, { ...known, ...fresh, expiry: Number(until) }, caller, id);
  keyOwners.set(state, caller, id);
  emit(keyAddedEvent.log({ account: caller, scheme, pubkey, expiry: until }));
}

/** A key that an account registers again, with a proof, has spent what it has spent. */
function spentBy(before: Authenticator | undefined): Pick<Authenticator, 'spent_day' | 'spent'> {
  return { spent_day: before?.spent_day ?? 0, spent: before?.spent ?? 0n };
}

function expiryOf({ state, block }: CheckContext, expiry: bigint): bigint {
  return expiry === 0n ? block.timestamp + BigInt(abstractaccountParams.get(state).default_session_ttl) : expiry;
}

/** The account that has the key, while it is valid. */
function holderOf(
  { state, block }: CheckContext,
  { scheme, pubkey }: Pick<Registration, 'scheme' | 'pubkey'>,
): Address | undefined {
  const id = keyId(scheme, pubkey);
  const owner = keyOwners.get(state, id);
  const held = owner === undefined ? undefined : authenticators.get(state, owner, id);
  return held !== undefined && BigInt(held.expiry) > block.timestamp ? owner : undefined;
}

function countValidKeys({ state, block, caller }: CheckContext, besides: string): number {
  const keys = [...authenticators.list(state, [caller])];
  return keys.filter(([[, id], { expiry }]) => id !== besides && BigInt(expiry) > block.timestamp).length;
}

/** An account has few keys: expired ones are removed to make room for new ones. */
function dropExpired({ state, block, caller }: CheckContext & { readonly state: WorldState }): void {
  for (const [[, id], { expiry }] of [...authenticators.list(state, [caller])]) {
    if (BigInt(expiry) <= block.timestamp) removeKey(state, caller, id);
  }
}

function removeKey(state: WorldState, account: Address, id: string): void {
  authenticators.remove(state, account, id);
  keyOwners.remove(state, id);
  endProof(state, id);
}
