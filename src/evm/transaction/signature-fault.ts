import type { SignatureRules } from '../../kernel/signature-rules.ts';
import { hybridType } from '../../kernel/transaction/transaction.ts';
import type { StateView } from '../../state/types.ts';
import type { SignatureFault, TransactionFault } from './fault.ts';
import type { SentTransaction } from './sender-fault.ts';

/** Why the signatures of the transaction do not suffice on this state, or undefined. The cheap checks come first. */
export function signatureFault(
  tx: SentTransaction,
  state: StateView,
  rules: SignatureRules | undefined,
): TransactionFault | undefined {
  return signerFault(tx, state, rules) ?? verificationFault(tx, state, rules);
}

/** The part of `signatureFault` that verifies nothing: whether the account must, or may, sign in this way. */
export function signerFault(
  tx: SentTransaction,
  state: StateView,
  rules: SignatureRules | undefined,
): TransactionFault | undefined {
  // without the rules of a module nobody could verify the second signature
  if (rules === undefined) return tx.type === hybridType ? { code: 'type-not-supported', type: tx.type } : undefined;
  const rejection = rules.senderFault(state, tx);
  return rejection && { code: 'signature-rejected', rejection };
}

/** Why the post-quantum signature of a hybrid transaction is not valid, or undefined. Takes about 0.2 ms. */
export function verificationFault(
  tx: SentTransaction,
  state: StateView,
  rules: SignatureRules | undefined,
): SignatureFault | undefined {
  const rejection = tx.type === hybridType ? rules?.verificationFault(state, tx) : undefined;
  return rejection && { code: 'signature-invalid', rejection };
}
