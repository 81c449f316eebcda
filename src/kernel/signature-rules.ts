import type { MlDsaScheme } from '@qord/curves/ml-dsa';
import type { Address } from '../primitives/address.ts';
import type { StateView } from '../state/types.ts';
import type { Log } from './engine.ts';
import type { HybridTransaction, UnsignedTransaction } from './transaction/transaction.ts';

/** A module does not accept the signatures of a transaction. Clients see `<module>: <reason> (<number>)`. */
export type SignatureRejection = {
  readonly module: string;
  /** permanent number of the fault within the module */
  readonly number: number;
  readonly reason: string;
};

/** A post-quantum signature to verify (`verifyMlDsa`): data, which another thread may be sent. */
export type VerificationRequest = {
  readonly scheme: MlDsaScheme;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
};

/** A verification that somebody may do before the transaction is checked. */
export type PendingVerification = {
  readonly request: VerificationRequest;
  /** why the transaction is rejected when the signature is not valid */
  readonly rejection: SignatureRejection;
  /** Keeps for later checks that the signature of the transaction, which may have been decoded again, is valid. */
  readonly keep: (tx: HybridTransaction) => void;
};

type Sent<Tx> = Tx & { readonly sender: Address };

/**
 * Rules for the signatures of transactions besides valid ECDSA. A native module decides: these are rules of consensus,
 * pure functions of the transaction and the state.
 */
export interface SignatureRules {
  /** the native modules whose records these rules read */
  readonly readsOf: readonly Address[];
  /** Why the sender may not send a transaction with these signatures, or undefined. Cheap: verifies nothing. */
  senderFault(state: StateView, tx: Sent<UnsignedTransaction>): SignatureRejection | undefined;
  /**
   * Why the post-quantum signature is not valid, or undefined. About 0.2 ms the first time for the same bytes and key.
   */
  verificationFault(state: StateView, tx: Sent<HybridTransaction>): SignatureRejection | undefined;
  /** What `verificationFault` would have to verify; undefined when it need not, or cannot. */
  pendingVerification(state: StateView, tx: Sent<HybridTransaction>): PendingVerification | undefined;
  /** Whether the account acts by hybrid transactions only, so that its ECDSA signature alone authorizes nothing. */
  isProtected(state: StateView, account: Address): boolean;
  /** The event of a hybrid transaction that succeeded. */
  verifiedLog(state: StateView, tx: Sent<HybridTransaction>): Log;
}
