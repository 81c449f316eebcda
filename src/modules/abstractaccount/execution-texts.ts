import { authDigest } from '../../kernel/auth-digest.ts';
import { type CheckContext, view } from '../../kernel/module-sdk/call.ts';
import {
  accountField,
  bytes32Field,
  bytesField,
  flagField,
  maxDataBytes,
  textField,
  uint,
  uqor,
  withUnit,
} from '../../kernel/module-sdk/field.ts';
import { signedText } from '../../kernel/module-sdk/signed-text.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';

/** What a session key signs for somebody else to execute. */

export const evmText = signedText('qor-evm-auth-v2', {
  doc: 'A key sends a message of the EVM for an account. The nonce is that of the account.',
  fields: ['account as qor1…', 'key', 'to', 'value in wei', 'data', 'gas limit'],
});
export const nativeText = signedText('qor-cosmos-auth-v2', {
  doc: 'A key pays for an account. The nonce counts the payments of the key.',
  fields: ['account as qor1…', 'key', 'recipient as qor1…', 'amount in uqor'],
});

export type Signer = { readonly account: Address; readonly scheme: string; readonly pubkey: Uint8Array };
export type EvmExecution = Signer & {
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly nonce: bigint;
  readonly gasLimit: bigint;
};
export type NativeExecution = Signer & { readonly to: Address; readonly amount: bigint; readonly nonce: bigint };

export const signerFields = {
  account: accountField('the account that acts'),
  scheme: textField('ed25519 or secp256k1', { choices: ['ed25519', 'secp256k1'] }),
  pubkey: bytesField('its key, as it is registered'),
};
export const evmFields = {
  to: textField('0x… in lower case; empty to create a contract'),
  value: withUnit('wei', uint(256, 'sent along')),
  data: bytesField('call data, or init code', { maxBytes: maxDataBytes }),
  nonce: uint(64, "the account's nonce"),
};
export const gasField = { gasLimit: uint(64, 'for the execution') };
export const resultFields = {
  success: flagField('it succeeded'),
  ret: bytesField('what it returned'),
  gasUsed: uint(64, 'by the execution'),
  vmError: textField('why it failed'),
};
export const nativeFields = {
  to: accountField('who is paid'),
  amount: uqor('how much'),
  nonce: uint(64, 'executions of this key so far'),
};

export function evmDigest({ block }: Pick<CheckContext, 'block'>, order: EvmExecution): Uint8Array {
  const { account, pubkey, to, value, data, nonce, gasLimit } = order;
  const message = { to, 'value in wei': value.toString(), data, 'gas limit': gasLimit.toString() };
  return evmText.digest(block, { 'account as qor1…': toBech32(account), key: pubkey, ...message }, nonce);
}

/** Version 1: without the gas limit, which whoever relays it chooses, and without the genesis. */
export function evmDigestV1(
  { block }: Pick<CheckContext, 'block'>,
  { account, pubkey, to, value, data, nonce }: Omit<EvmExecution, 'gasLimit'>,
): Uint8Array {
  const fields = [block.chainId.toString(), toBech32(account), pubkey, to, value.toString(), data];
  return authDigest('qor-evm-auth-v1', fields, nonce);
}

export function nativeDigest({ block }: Pick<CheckContext, 'block'>, payment: NativeExecution): Uint8Array {
  const { account, pubkey, to, amount, nonce } = payment;
  const paid = { 'recipient as qor1…': toBech32(to), 'amount in uqor': amount.toString() };
  return nativeText.digest(block, { 'account as qor1…': toBech32(account), key: pubkey, ...paid }, nonce);
}

/** Version 1: without the genesis. */
export function nativeDigestV1({ block }: Pick<CheckContext, 'block'>, payment: NativeExecution): Uint8Array {
  const { account, pubkey, to, amount, nonce } = payment;
  const fields = [block.chainId.toString(), toBech32(account), pubkey, toBech32(to), amount.toString()];
  return authDigest('qor-cosmos-auth-v1', fields, nonce);
}

const digest = { digest: bytes32Field('sign this') };

export const digestViews = [
  view('evmDigestV2', {
    doc: 'What a key signs for executeEvm: `qor-evm-auth-v2`, see the signed texts below.',
    inputs: { ...signerFields, ...evmFields, ...gasField },
    outputs: digest,
    gas: 5_000n,
    run: (context, order) => ({ digest: evmDigest(context, order) }),
  }),
  view('nativeDigestV2', {
    doc: 'What a key signs for executeNative: `qor-cosmos-auth-v2`, see the signed texts below.',
    inputs: { ...signerFields, ...nativeFields },
    outputs: digest,
    gas: 5_000n,
    run: (context, payment) => ({ digest: nativeDigest(context, payment) }),
  }),
  view('evmDigest', {
    doc: 'Version 1 of what a key signs for executeEvm: SHA-256 of `qor-evm-auth-v1`, then chain id, account as qor1…, key, to, value as text and data, each behind its length, then the nonce. It names neither gas nor genesis.',
    inputs: { ...signerFields, ...evmFields },
    outputs: digest,
    gas: 5_000n,
    run: (context, order) => ({ digest: evmDigestV1(context, order) }),
  }),
  view('nativeDigest', {
    doc: 'Version 1 of what a key signs for executeNative: SHA-256 of `qor-cosmos-auth-v1`, then chain id, account and recipient as qor1… around the key, and the amount as text, each behind its length, then the nonce. It does not name the genesis.',
    inputs: { ...signerFields, ...nativeFields },
    outputs: digest,
    gas: 5_000n,
    run: (context, payment) => ({ digest: nativeDigestV1(context, payment) }),
  }),
];
