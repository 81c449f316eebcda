import type { FeeFunds, FeePayer } from '../../kernel/fee-rules.ts';
import { isImpersonated } from '../../kernel/transaction/impersonation.ts';
import { feeCap, maxNonce, type UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { Signature } from '../../primitives/crypto/secp256k1.ts';
import type { Account, StateView } from '../../state/types.ts';
import { delegateOf } from '../delegation.ts';
import type { FundsFault, SenderFault } from './fault.ts';

/** A transaction whose sender is known. */
export type SentTransaction = UnsignedTransaction & { readonly sender: Address; readonly signature?: Signature };

/**
 * Why the sender's account cannot send this now, or undefined. A nonce that is too high is reported last, so that a
 * transaction pool can rely on there being no other fault. `funds`: what it pays its fee with, unless that is QOR.
 */
export function senderFault(
  tx: SentTransaction,
  state: StateView,
  funds: FeeFunds | undefined,
): SenderFault | undefined {
  const account = state.account(tx.sender);
  return (
    staleNonceFault(tx, account) ??
    codeFault(tx, account, state) ??
    paymentFault(tx, tx.gasLimit * feeCap(tx), state, funds) ??
    earlyNonceFault(tx, account)
  );
}

/** Why the sender cannot pay its value and a fee of so many wei, in QOR or from `funds`; undefined when it can. */
export function paymentFault(
  payer: FeePayer & { readonly value: bigint },
  fee: bigint,
  state: StateView,
  funds: FeeFunds | undefined,
): FundsFault | undefined {
  const balance = state.account(payer.sender)?.balance ?? 0n;
  if (funds === undefined) return fundsFault(balance, fee + payer.value);
  return fundsFault(balance, payer.value) ?? feeFundsFault(funds, fee);
}

/** The fault when a fee in another token exceeds what the account can pay, or undefined. */
export function feeFundsFault({ wei, shortage }: FeeFunds, fee: bigint): FundsFault | undefined {
  return fee <= wei ? undefined : { code: 'fee-not-payable', rejection: shortage };
}

/** The fault when the cost exceeds the balance, both in wei, or undefined. */
export function fundsFault(balance: bigint, cost: bigint): FundsFault | undefined {
  return balance < cost ? { code: 'insufficient-funds', balance, cost } : undefined;
}

function staleNonceFault({ sender, nonce }: SentTransaction, account: Account | undefined): SenderFault | undefined {
  const expected = account?.nonce ?? 0n;
  if (nonce < expected) return { code: 'nonce-too-low', expected, got: nonce };
  return nonce >= maxNonce ? { code: 'nonce-at-maximum', sender } : undefined;
}

function earlyNonceFault({ nonce }: SentTransaction, account: Account | undefined): SenderFault | undefined {
  const expected = account?.nonce ?? 0n;
  return nonce > expected ? { code: 'nonce-too-high', expected, got: nonce } : undefined;
}

/**
 * EIP-3607: an account with code sends nothing, unless the code is a delegation (EIP-7702) or somebody impersonates it.
 */
function codeFault(tx: SentTransaction, account: Account | undefined, state: StateView): SenderFault | undefined {
  if (account === undefined || account.codeHash === emptyCodeHash || isImpersonated(tx)) return undefined;
  if (delegateOf(state.code(account.codeHash)) !== undefined) return undefined;
  return { code: 'sender-not-eoa', sender: tx.sender, codeHash: account.codeHash };
}
