import { TransactionFaultError } from '../evm/transaction/fault.ts';
import { MempoolError } from './fault.ts';

/** Why the pool has dropped a transaction that it had taken, unless an error says so. */
export const dropReasons = {
  evicted: 'the pool was full, and others pay more',
  unpayable: 'the balance of its sender does not cover it any more',
  otherToken: 'its fee would be paid in another token now',
  tokenSpent: 'what its sender has of the token for fees does not cover it any more',
  outrun: 'its sender has a higher nonce now',
  otherChain: 'it was signed for another chain id',
  tokenFees: 'what the module for fees in tokens has does not cover its fee',
  behindGap: 'a nonce has fallen, and too many waited behind the gap',
  requested: 'the node was asked to drop it',
} as const;

/** The reason when a transaction has taken the place of another. */
export function replacedBy(hash: string): string {
  return `replaced by ${hash}`;
}

/** What an error says about a transaction; errors of the node itself are in its log. */
export function dropReasonOf(error: unknown): string {
  const isOfTransaction = error instanceof MempoolError || error instanceof TransactionFaultError;
  return isOfTransaction ? error.message : 'an error of the node';
}
