import { authDigest } from '../../kernel/auth-digest.ts';
import { type CallContext, type CheckContext, call, ModuleCallError, view } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
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
import { OutOfGasError } from '../../kernel/module-sdk/gas-meter.ts';
import { type Address, asAddress, toBech32 } from '../../primitives/address.ts';
import { emptyAccount } from '../../state/account.ts';
import type { Dependencies } from './dependencies.ts';
import { executed } from './events.ts';
import { fault } from './faults.ts';
import { type Authenticator, authenticators, keyId, type Permission, sequences } from './records.ts';
import { isSignedBy } from './signature.ts';
import { countSpending } from './spending.ts';

type Signer = { readonly account: Address; readonly scheme: string; readonly pubkey: Uint8Array };
type EvmExecution = Signer & {
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly nonce: bigint;
};
type NativeExecution = Signer & { readonly to: Address; readonly amount: bigint; readonly nonce: bigint };

const signer = {
  account: accountField('the account that acts'),
  scheme: textField('ed25519 or secp256k1'),
  pubkey: bytesField('its key, as it is registered'),
};
const signature = bytesField(
  '64 bytes, or 65 with a recovery byte; ed25519 and secp256k1 keys sign the digest itself, a key given as an address its EIP-191 message, as wallets do',
);
const evmExecution = {
  to: textField('0x… in lower case; empty to create a contract'),
  value: withUnit('wei', uint(256, 'sent along')),
  data: bytesField('call data, or init code', { maxBytes: maxDataBytes }),
  nonce: uint(64, "the account's nonce"),
};
const nativeExecution = {
  to: accountField('who is paid'),
  amount: uqor('how much'),
  nonce: uint(64, 'executions of this key so far'),
};

/** Messages of the EVM that a key has signed. */
export function executeEvm({ permissionFor, isProtected }: Dependencies) {
  return call('executeEvm', {
    doc: 'Execute an EVM message that a key of an account has signed: the caller pays the gas, the account is the sender. The key signs the result of evmDigest.',
    inputs: { ...signer, signature, ...evmExecution, gasLimit: uint(64, 'for the execution') },
    outputs: {
      success: flagField('it succeeded'),
      ret: bytesField('what it returned'),
      gasUsed: uint(64, 'by the execution'),
      vmError: textField('why it failed'),
    },
    gas: 200_000n,
    gasPerByte: 16n,
    fault: (context, order) => {
      const to = asAddress(order.to);
      if (order.to !== '' && to === undefined) return fault.badTarget();
      if (to === order.account) return fault.targetIsSelf();
      if (isProtected(context.state, order.account)) return fault.protectedAccount();
      const expected = context.state.account(order.account)?.nonce ?? 0n;
      const digest = evmDigestOf(context, order);
      return executionFault(context, order, permissionFor(to, order.data), expected, digest);
    },
    run: (context, order) => runEvm(context, order),
  });
}

/** The call that executes a module call signed by a session key. */
export function executeNative({ isProtected }: Dependencies) {
  return call('executeNative', {
    doc: 'Execute a payment that a key of an account has signed: the caller pays the gas. The key signs the result of nativeDigest.',
    inputs: { ...signer, signature, ...nativeExecution },
    gas: 200_000n,
    gasPerByte: 16n,
    fault: (context, order) => {
      if (order.to === order.account) return fault.targetIsSelf();
      if (isProtected(context.state, order.account)) return fault.protectedAccount();
      const expected = BigInt(sequences.get(context.state, order.account, keyId(order.scheme, order.pubkey)) ?? 0);
      return executionFault(context, order, 'send', expected, nativeDigestOf(context, order));
    },
    run: (context, { account, scheme, pubkey, to, amount, nonce }) => {
      const { state, caller, emit } = context;
      const key = keyId(scheme, pubkey);
      sequences.set(state, Number(nonce) + 1, account, key);
      const before = state.balance(account);
      transferUqor(state, account, to, amount);
      const spent = countSpending(context, account, key, before - state.balance(account));
      emit(executed.log({ account, relayer: caller, success: true, spent }));
      return {};
    },
  });
}

const digest = { digest: bytes32Field('sign this') };
const evmDigest = view('evmDigest', {
  doc: 'SHA-256 of `qor-evm-auth-v1`, then chain id, account as qor1…, key, to, value as text and data, each behind its length, then the nonce.',
  inputs: { ...signer, ...evmExecution },
  outputs: digest,
  gas: 5_000n,
  run: (context, order) => ({ digest: evmDigestOf(context, order) }),
});
const nativeDigest = view('nativeDigest', {
  doc: 'SHA-256 of `qor-cosmos-auth-v1`, then chain id, account and recipient as qor1… around the key, and the amount as text, each behind its length, then the nonce.',
  inputs: { ...signer, ...nativeExecution },
  outputs: digest,
  gas: 5_000n,
  run: (context, order) => ({ digest: nativeDigestOf(context, order) }),
});

export const digestViews = [evmDigest, nativeDigest];

function evmDigestOf({ block }: CheckContext, { account, pubkey, to, value, data, nonce }: EvmExecution): Uint8Array {
  const fields = [block.chainId.toString(), toBech32(account), pubkey, to, value.toString(), data];
  return authDigest('qor-evm-auth-v1', fields, nonce);
}

function nativeDigestOf({ block }: CheckContext, { account, pubkey, to, amount, nonce }: NativeExecution): Uint8Array {
  const fields = [block.chainId.toString(), toBech32(account), pubkey, toBech32(to), amount.toString()];
  return authDigest('qor-cosmos-auth-v1', fields, nonce);
}

function executionFault(
  { state, block }: CheckContext,
  order: Signer & { readonly nonce: bigint; readonly signature: Uint8Array },
  permission: Permission | undefined,
  expectedNonce: bigint,
  signed: Uint8Array,
): ModuleFault | undefined {
  const { account, scheme, pubkey } = order;
  const found = authenticators.get(state, account, keyId(scheme, pubkey));
  if (found === undefined) return fault.notFound();
  if (BigInt(found.expiry) <= block.timestamp) return fault.badKeyExpiry();
  if (!isPermitted(found, permission)) return fault.notPermitted();
  if (order.nonce !== expectedNonce) return fault.wrongNonce();
  return isSignedBy(scheme, pubkey, signed, order.signature) ? undefined : fault.badSignature();
}

function isPermitted({ permissions }: Authenticator, permission: Permission | undefined): boolean {
  return permission !== undefined && (permissions.includes('all') || permissions.includes(permission));
}

/**
 * A failed execution uses up the nonce; one that needs more gas than its limit does not, because a relayer could choose
 * the limit.
 */
function runEvm(context: CallContext, order: EvmExecution & { readonly gasLimit: bigint }) {
  const { state, caller, emit, gas, callEvm } = context;
  const { account, value, data, gasLimit } = order;
  if (gasLimit > gas.forwardable) throw new OutOfGasError('out of gas');
  const to = asAddress(order.to);
  const held = state.account(account) ?? emptyAccount;
  if (to !== undefined) state.setAccount(account, { ...held, nonce: held.nonce + 1n });
  const result = callEvm({ from: account, to, value, data, gas: gasLimit });
  gas.use(result.gasUsed);
  if (result.failure === 'out of gas') throw new ModuleCallError(fault.notExecutable());
  if (result.failure === 'insufficient balance for transfer' || result.failure === 'max call depth exceeded') {
    throw new ModuleCallError(fault.notExecutable.withReason(result.failure));
  }
  const key = keyId(order.scheme, order.pubkey);
  const spent = countSpending(context, account, key, held.balance - state.balance(account));
  const success = result.failure === undefined;
  emit(executed.log({ account, relayer: caller, success, spent }));
  const vmError = result.failure === 'revert' ? 'execution reverted' : (result.failure ?? '');
  return { success, ret: result.output, gasUsed: result.gasUsed, vmError };
}
