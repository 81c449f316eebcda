import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { bytesField, listField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import { keyAdded, keyRevoked } from './events.ts';
import { fault } from './faults.ts';
import { abstractaccountParams, maxSessionSeconds } from './params.ts';
import { accounts, authenticators, keyId, keyOwners, type Permission, permissionNames } from './records.ts';
import { isKeyOf } from './signature.ts';

const isPermission = (text: string): text is Permission => permissionNames.some((known) => known === text);
const maxLabelBytes = 64;

const registerAuthenticator = call('registerAuthenticator', {
  doc: 'Let a key act for the calling account until it expires. What a permission covers: send, coins by the bank module; delegate, delegations; withdraw, rewards; evm, calls of contracts; deploy, new contracts; all, these together.',
  inputs: {
    scheme: textField('ed25519 or secp256k1'),
    pubkey: bytesField('the key, or for secp256k1 its 20-byte address'),
    permissions: listField(textField('a permission'), 'what it may do'),
    expiry: withUnit('seconds', uint(64, 'since 1970, at most 30 days ahead; 0 for the default')),
    label: textField('to tell it from others'),
  },
  gas: 80_000n,
  gasPerByte: 32n,
  example: ['secp256k1', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', 'evm,send', '0', 'game'],
  fault: (context, { scheme, pubkey, permissions, expiry, label }) => {
    const { state, caller, block } = context;
    const { enabled, max_session_keys } = abstractaccountParams.get(state);
    if (!enabled) return fault.moduleOff();
    if (accounts.get(state, caller) === undefined) return fault.notFound();
    if (!isKeyOf(scheme, pubkey)) return fault.unknownScheme();
    if (permissions.length === 0 || !permissions.every(isPermission)) return fault.unknownPermission();
    const until = expiryOf(context, expiry);
    if (until <= block.timestamp || until > block.timestamp + BigInt(maxSessionSeconds)) return fault.badKeyExpiry();
    if (new TextEncoder().encode(label).length > maxLabelBytes) return fault.labelTooLong();
    const id = keyId(scheme, pubkey);
    if (isHeld(context, id)) return fault.alreadyRegistered();
    return countValidKeys(context, id) >= max_session_keys ? fault.tooManyKeys() : undefined;
  },
  run: (context, { scheme, pubkey, permissions, expiry, label }) => {
    const { state, caller, block, emit } = context;
    const id = keyId(scheme, pubkey);
    dropExpired(context);
    removeKey(state, keyOwners.get(state, id) ?? caller, id);
    const until = expiryOf(context, expiry);
    const granted = permissionNames.filter((name) => permissions.includes(name));
    const known = { scheme: scheme === 'ed25519' ? scheme : 'secp256k1', pubkey, label, permissions: granted } as const;
    const fresh = { created_at: Number(block.number), spent_day: 0, spent: 0n };
    authenticators.set(state, { ...known, ...fresh, expiry: Number(until) }, caller, id);
    keyOwners.set(state, caller, id);
    emit(keyAdded.log({ account: caller, scheme, pubkey, expiry: until }));
    return {};
  },
});

const revokeAuthenticator = call('revokeAuthenticator', {
  doc: 'Take back what a key may do for the calling account.',
  inputs: { scheme: textField('ed25519 or secp256k1'), pubkey: bytesField('the key') },
  gas: 40_000n,
  example: ['secp256k1', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
  fault: ({ state, caller }, { scheme, pubkey }) =>
    authenticators.get(state, caller, keyId(scheme, pubkey)) === undefined ? fault.notFound() : undefined,
  run: ({ state, caller, emit }, { scheme, pubkey }) => {
    removeKey(state, caller, keyId(scheme, pubkey));
    emit(keyRevoked.log({ account: caller, scheme, pubkey }));
    return {};
  },
});

export const keyCalls = [registerAuthenticator, revokeAuthenticator];

function expiryOf({ state, block }: CheckContext, expiry: bigint): bigint {
  return expiry === 0n ? block.timestamp + BigInt(abstractaccountParams.get(state).default_session_ttl) : expiry;
}

/** Whether some account has the key and it is still valid. */
function isHeld({ state, block }: CheckContext, id: string): boolean {
  const owner = keyOwners.get(state, id);
  const held = owner === undefined ? undefined : authenticators.get(state, owner, id);
  return held !== undefined && BigInt(held.expiry) > block.timestamp;
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
}
