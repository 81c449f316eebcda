import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { payUqor } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { bytesField } from '../../kernel/module-sdk/field.ts';
import { asAddress } from '../../primitives/address.ts';
import type { Dependencies } from './dependencies.ts';
import { executedEvent } from './events.ts';
import {
  evmDigest,
  evmDigestV1,
  evmFields,
  gasField,
  nativeDigest,
  nativeDigestV1,
  nativeFields,
  resultFields,
  type Signer,
  signerFields,
} from './execution-texts.ts';
import { fault } from './faults.ts';
import { isProven } from './possession.ts';
import { type Authenticator, authenticators, keyId, type Permission, sequences } from './records.ts';
import { runEvm } from './run-evm.ts';
import { isSignedBy } from './signature.ts';
import { countSpending } from './spending.ts';

const signature = bytesField(
  '64 bytes, or 65 with a recovery byte; ed25519 and secp256k1 keys sign the digest itself, a key given as an address its EIP-191 message, as wallets do',
);
export const executeEvm = ({ permissionFor, isProtected }: Dependencies) =>
  call('executeEvm', {
    doc: 'Execute an EVM message that a key of an account has signed: the caller pays the gas, the account is the sender. The key signs the result of evmDigestV2; one that was registered without a proof may sign version 1, the result of evmDigest.',
    inputs: { ...signerFields, signature, ...evmFields, ...gasField },
    outputs: resultFields,
    gas: 200_000n,
    gasPerByte: 16n,
    fault: (context, order) => {
      const to = asAddress(order.to);
      if (order.to !== '' && to === undefined) return fault.badTarget();
      if (to === order.account) return fault.targetIsSelf();
      if (isProtected(context.state, order.account)) return fault.protectedAccount();
      const expected = context.state.account(order.account)?.nonce ?? 0n;
      const texts = [evmDigest(context, order), evmDigestV1(context, order)] as const;
      return executionFault(context, order, permissionFor(context.state, to, order.data), expected, texts);
    },
    run: (context, order) => runEvm(context, order),
  });

export const executeNative = ({ isProtected }: Dependencies) =>
  call('executeNative', {
    doc: 'Execute a payment that a key of an account has signed: the caller pays the gas. The key signs the result of nativeDigestV2; one that was registered without a proof may sign version 1, the result of nativeDigest.',
    inputs: { ...signerFields, signature, ...nativeFields },
    gas: 200_000n,
    gasPerByte: 16n,
    fault: (context, order) => {
      if (order.to === order.account) return fault.targetIsSelf();
      if (isProtected(context.state, order.account)) return fault.protectedAccount();
      const expected = BigInt(sequences.get(context.state, order.account, keyId(order.scheme, order.pubkey)) ?? 0);
      const texts = [nativeDigest(context, order), nativeDigestV1(context, order)] as const;
      return executionFault(context, order, 'send', expected, texts);
    },
    run: (context, { account, scheme, pubkey, to, amount, nonce }) => {
      const { state, caller, emit } = context;
      const key = keyId(scheme, pubkey);
      sequences.set(state, Number(nonce) + 1, account, key);
      payUqor(state, account, to, amount);
      const spent = countSpending(context, account, key, amount);
      emit(executedEvent.log({ account, relayer: caller, success: true, spent }));
    },
  });

function executionFault(
  { state, block }: CheckContext,
  order: Signer & { readonly nonce: bigint; readonly signature: Uint8Array },
  permission: Permission | undefined,
  expectedNonce: bigint,
  [text, textV1]: readonly [Uint8Array, Uint8Array],
): ModuleFault | undefined {
  const { account, scheme, pubkey } = order;
  const id = keyId(scheme, pubkey);
  const found = authenticators.get(state, account, id);
  if (found === undefined) return fault.notFound();
  if (BigInt(found.expiry) <= block.timestamp) return fault.badKeyExpiry();
  if (!isPermitted(found, permission)) return fault.notPermitted();
  if (order.nonce !== expectedNonce) return fault.wrongNonce();
  if (isSignedBy(scheme, pubkey, text, order.signature)) return undefined;
  const isOlder = !isProven(state, id) && isSignedBy(scheme, pubkey, textV1, order.signature);
  return isOlder ? undefined : fault.badSignature();
}

function isPermitted({ permissions }: Authenticator, permission: Permission | undefined): boolean {
  return permission !== undefined && (permissions.includes('all') || permissions.includes(permission));
}
