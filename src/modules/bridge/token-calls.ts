import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, flagField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { bridgedBalance } from './ledger.ts';
import { receiverFault } from './receivers.ts';
import { allowances, permitNonces } from './records.ts';
import { tokenApprovalEvent } from './token-events.ts';
import { moveTokens } from './token-moves.ts';
import { isSignedBy, permitDigest } from './token-permit.ts';
import { tokenViews } from './token-views.ts';
import { tokenAt } from './tokens.ts';

/** An allowance of that much is for ever: moving the asset does not lessen it. */
const endless = 2n ** 256n - 1n;

const value = uint(256, 'how much, in millionths of the asset');
const to = accountField('who gets it');
const spender = accountField('who may move it');
const done = { success: flagField('always true') };

const transfer = call('transfer', {
  doc: 'Give the asset to another account (ERC-20).',
  inputs: { to, value },
  outputs: done,
  gas: 40_000n,
  isCommand: false,
  fault: (context, inputs) => moveFault(context, context.caller, inputs.to, inputs.value),
  run: (context, inputs) => {
    moveTokens(context, tokenAt(context), context.caller, inputs.to, inputs.value);
    return { success: true };
  },
});

const approve = call('approve', {
  doc: 'Allow an account to move so much of the asset of the caller, in place of what it was allowed before; 2^256-1 for any amount.',
  inputs: { spender, value },
  outputs: done,
  gas: 40_000n,
  isCommand: false,
  fault: (_, inputs) => spenderFault(inputs.spender),
  run: (context, inputs) => {
    allow(context, context.caller, inputs.spender, inputs.value);
    return { success: true };
  },
});

const transferFrom = call('transferFrom', {
  doc: 'Give the asset of an account that has allowed it to another account (ERC-20).',
  inputs: { from: accountField('who gives'), to, value },
  outputs: done,
  gas: 50_000n,
  isCommand: false,
  fault: (context, { from, ...inputs }) => {
    const allowed = allowedBy(context, from);
    if (inputs.value > allowed) return fault.insufficientAllowance(`${allowed}`);
    return moveFault(context, from, inputs.to, inputs.value);
  },
  run: (context, { from, ...inputs }) => {
    const { state, self, caller } = context;
    const { chain, asset } = tokenAt({ state, self });
    const left = allowedBy(context, from) - inputs.value;
    if (left === 0n) allowances.remove(state, chain, asset, from, caller);
    else if (left + inputs.value !== endless) allowances.set(state, left, chain, asset, from, caller);
    moveTokens(context, tokenAt({ state, self }), from, inputs.to, inputs.value);
    return { success: true };
  },
});

const permit = ({ isProtected }: Dependencies) =>
  call('permit', {
    doc: 'Allow an account to move the asset of another that has signed this (EIP-2612). Anybody may bring it, once. Not for a protected account (pqc), which its ECDSA key alone does not bind.',
    inputs: {
      ...{ owner: accountField('who has signed'), spender, value },
      deadline: withUnit('seconds', uint(256, 'last time at which it counts, since 1970')),
      v: uint(8, '27 or 28'),
      r: bytes32Field('of the signature'),
      s: bytes32Field('of the signature, the lower of its two forms'),
    },
    gas: 70_000n,
    isCommand: false,
    fault: (context, { v, r, s, ...signed }) => {
      const { state, block, self } = context;
      if (block.timestamp > signed.deadline) return fault.permitExpired();
      if (signed.owner === zeroAddress) return fault.badPermit();
      if (isProtected(state, signed.owner)) return fault.protectedAccount();
      const { chain, asset, name } = tokenAt(context);
      const nonce = BigInt(permitNonces.get(state, chain, asset, signed.owner) ?? 0);
      const digest = permitDigest(block, { name, address: self }, signed, nonce);
      if (!isSignedBy(signed.owner, digest, v, bytesToBigint(r), bytesToBigint(s))) return fault.badPermit();
      return spenderFault(signed.spender);
    },
    run: (context, { owner, spender: allowed, value: amount }) => {
      const { state, self } = context;
      const { chain, asset } = tokenAt({ state, self });
      permitNonces.set(state, (permitNonces.get(state, chain, asset, owner) ?? 0) + 1, chain, asset, owner);
      allow(context, owner, allowed, amount);
    },
  });

/** The calls of a bridged asset at its own address: ERC-20, EIP-2612 and ERC-5267. */
export const tokenCalls = (dependencies: Dependencies) => [
  ...tokenViews,
  transfer,
  approve,
  transferFrom,
  permit(dependencies),
];

function moveFault(
  { state, self }: CheckContext,
  from: Address,
  receiver: Address,
  amount: bigint,
): ModuleFault | undefined {
  const lost = receiverFault(state, receiver);
  if (lost !== undefined) return lost;
  const held = bridgedBalance(state, tokenAt({ state, self }), from);
  return amount > held ? fault.insufficientAssets(`${held}`) : undefined;
}

function spenderFault(account: Address): ModuleFault | undefined {
  return account === zeroAddress ? fault.malformed('nobody has the zero address') : undefined;
}

function allowedBy({ state, self, caller }: CheckContext, owner: Address): bigint {
  const { chain, asset } = tokenAt({ state, self });
  return allowances.get(state, chain, asset, owner, caller) ?? 0n;
}

function allow({ state, self, emit }: CallContext, owner: Address, allowed: Address, amount: bigint): void {
  const { chain, asset } = tokenAt({ state, self });
  if (amount === 0n) allowances.remove(state, chain, asset, owner, allowed);
  else allowances.set(state, amount, chain, asset, owner, allowed);
  emit({ ...tokenApprovalEvent.log({ owner, spender: allowed, value: amount }), address: self });
}
