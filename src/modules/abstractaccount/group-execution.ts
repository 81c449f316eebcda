import { type CallContext, type CheckContext, call, ModuleCallError, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, bytesField, listField } from '../../kernel/module-sdk/field.ts';
import { type NetworkIdentity, signedText } from '../../kernel/module-sdk/signed-text.ts';
import { type Address, asAddress, toBech32 } from '../../primitives/address.ts';
import type { Dependencies } from './dependencies.ts';
import { executedByOwnerEvent } from './events.ts';
import { evmFields, gasField, resultFields } from './execution-texts.ts';
import { fault } from './faults.ts';
import { accountOfType } from './group-calls.ts';
import { accounts, signers } from './records.ts';
import { type AccountMessage, resultOf, sendMessage } from './run-evm.ts';
import { signerOfMessage } from './signature.ts';

/** Recovering a signer takes some 0.1 ms. */
const gasPerSignature = 40_000n;

export const multisigText = signedText('qor-multisig-v2', {
  doc: 'A signer of a multisig agrees to a message of the EVM; wallets sign it as an EIP-191 message. The nonce is that of the account.',
  fields: ['account as qor1…', 'to', 'value in wei', 'data', 'gas limit'],
});

type Order = AccountMessage & { readonly nonce: bigint };

/** What each signer signs as an EIP-191 message. */
export function multisigDigest(
  network: NetworkIdentity,
  { account, to, value, data, gasLimit, nonce }: Order,
): Uint8Array {
  const message = { to, 'value in wei': value.toString(), data, 'gas limit': gasLimit.toString() };
  return multisigText.digest(network, { 'account as qor1…': toBech32(account), ...message }, nonce);
}

const account = { account: accountField('the account that acts') };
const { nonce: _, ...messageFields } = evmFields;

export const multisigDigestOf = view('multisigDigest', {
  doc: 'What signers sign for executeMultisig: `qor-multisig-v2`, see the signed texts below.',
  inputs: { ...account, ...evmFields, ...gasField },
  outputs: { digest: bytes32Field('sign this as an EIP-191 message') },
  gas: 5_000n,
  run: ({ block }, order) => ({ digest: multisigDigest(block, order) }),
});

export const executeMultisig = ({ isProtected }: Dependencies) =>
  call('executeMultisig', {
    doc: 'Execute an EVM message that as many signers of a multisig have signed as it takes: the caller pays the gas, the account is the sender. Spending rules bind keys, not signers. A failed execution uses up the nonce.',
    inputs: {
      ...account,
      ...evmFields,
      ...gasField,
      signatures: listField(bytesField('65 bytes, as wallets sign messages'), 'of different signers'),
    },
    outputs: resultFields,
    gas: 150_000n,
    gasPerByte: 16n,
    fault: ({ state }, order) => {
      if (accountOfType({ state }, order.account, 'multisig') === undefined) return fault.wrongType('multisig');
      const rejection = messageFault({ state }, order, isProtected);
      if (rejection !== undefined) return rejection;
      if (order.nonce !== (state.account(order.account)?.nonce ?? 0n)) return fault.wrongNonce();
      const { members = [], threshold = 1 } = signers.get(state, order.account) ?? {};
      const isPossible = order.signatures.length >= threshold && order.signatures.length <= members.length;
      return isPossible ? undefined : fault.badSigners(`it takes ${threshold} of ${members.length} signatures`);
    },
    run: (context, order) => {
      assertSigned(context, order);
      const result = resultOf(sendMessage(context, order));
      const { account: sender } = order;
      context.emit(executedByOwnerEvent.log({ account: sender, by: context.caller, success: result.success }));
      return result;
    },
  });

export const executeAsOwner = ({ isProtected }: Dependencies) =>
  call('executeAsOwner', {
    doc: 'Execute an EVM message of an account whose owner the caller is, after a recovery: the account is the sender.',
    inputs: { ...account, ...messageFields, ...gasField },
    outputs: resultFields,
    gas: 120_000n,
    gasPerByte: 16n,
    fault: ({ state, caller }, order) => {
      const found = accounts.get(state, order.account);
      if (found === undefined) return fault.notFound();
      return found.owner === caller && caller !== order.account
        ? messageFault({ state }, order, isProtected)
        : fault.notOwner();
    },
    run: (context, order) => {
      const result = resultOf(sendMessage(context, order));
      const { account: sender } = order;
      context.emit(executedByOwnerEvent.log({ account: sender, by: context.caller, success: result.success }));
      return result;
    },
  });

function messageFault(
  { state }: Pick<CheckContext, 'state'>,
  { account: sender, to }: AccountMessage,
  isProtected: Dependencies['isProtected'],
): ModuleFault | undefined {
  const target = asAddress(to);
  if (to !== '' && target === undefined) return fault.badTarget();
  if (target === sender) return fault.targetIsSelf();
  return isProtected(state, sender) ? fault.protectedAccount() : undefined;
}

/** Throws a ModuleCallError unless each signature is that of another signer. */
function assertSigned(
  { state, block, gas }: CallContext,
  order: Order & { readonly signatures: readonly Uint8Array[] },
) {
  gas.use(gasPerSignature * BigInt(order.signatures.length));
  const { members = [] } = signers.get(state, order.account) ?? {};
  const digest = multisigDigest(block, order);
  const seen = new Set<Address>();
  for (const signature of order.signatures) {
    const signer = signerOfMessage(digest, signature);
    if (signer === undefined || !members.includes(signer) || seen.has(signer))
      throw new ModuleCallError(fault.badSignature());
    seen.add(signer);
  }
}
