import type { Address } from '../primitives/address.ts';
import { faultError } from '../primitives/fault-error.ts';
import type { Hash } from '../primitives/hash.ts';
import { formatQor, weiPerUqor } from '../primitives/units.ts';

/** Why the pool rejects a transaction that may be valid in itself. Fees in wei, prices in wei per gas. */
export type MempoolFault =
  | { readonly code: 'oversized'; readonly size: number; readonly limit: number }
  | { readonly code: 'unprotected' }
  | { readonly code: 'fee-cap-below-floor'; readonly sender: Address; readonly feeCap: bigint; readonly floor: bigint }
  | { readonly code: 'fee-above-cap'; readonly fee: bigint; readonly cap: bigint }
  | { readonly code: 'too-risky'; readonly score: number; readonly limit: number }
  | { readonly code: 'already-known'; readonly hash: Hash }
  | {
      readonly code: 'replacement-underpriced';
      readonly feeCap: bigint;
      readonly tipCap: bigint;
      readonly bump: number;
    }
  | { readonly code: 'account-limit'; readonly sender: Address; readonly limit: number }
  | { readonly code: 'delegated-gap'; readonly sender: Address }
  | { readonly code: 'delegated-limit'; readonly sender: Address; readonly limit: number }
  | { readonly code: 'authority-reserved'; readonly authority: Address; readonly limit: number }
  | { readonly code: 'invalid-signatures'; readonly limit: number }
  | { readonly code: 'too-many-arriving'; readonly limit: number; readonly whose: 'all' | 'per-client' }
  | { readonly code: 'underpriced'; readonly limit: number }
  | { readonly code: 'pool-full'; readonly limit: number };

/** The pool rejected a transaction; nothing changed. */
export class MempoolError extends faultError('MempoolError', mempoolFaultText) {}

/** The fault in the words that wallets and client libraries match on, and what to do about it. */
function mempoolFaultText(fault: MempoolFault): string {
  switch (fault.code) {
    case 'oversized':
      return `oversized data: transaction size ${fault.size}, limit ${fault.limit}`;
    case 'unprotected':
      return 'only replay-protected (EIP-155) transactions allowed over RPC';
    case 'fee-cap-below-floor':
      return `max fee per gas less than block base fee: address ${fault.sender}, maxFeePerGas: ${fault.feeCap}, baseFee: ${fault.floor}; ${floorText(fault.floor)}`;
    case 'fee-above-cap':
      return `tx fee (${formatQor(fault.fee)} QOR) exceeds the configured cap (${formatQor(fault.cap)} QOR)`;
    case 'too-risky':
      return `transaction rejected by this node: its risk of ${fault.score} is above ${fault.limit} (mempool.reject-risk-above)`;
    case 'already-known':
      return 'already known';
    case 'replacement-underpriced':
      return `replacement transaction underpriced: maxFeePerGas and maxPriorityFeePerGas must both rise by ${fault.bump} %, to ${fault.feeCap} and ${fault.tipCap} at least`;
    case 'account-limit':
      return `account limit exceeded: ${fault.limit} transactions of ${fault.sender} wait already`;
    case 'delegated-gap':
      return `gapped-nonce tx from delegated accounts: ${fault.sender} is delegated, so that its transactions must follow each other`;
    case 'delegated-limit':
      return `in-flight transaction limit reached for delegated accounts: ${fault.limit} of ${fault.sender} may wait (mempool.max-pending-per-delegated-account)`;
    case 'authority-reserved':
      return `authority already reserved: more than ${fault.limit} transactions of ${fault.authority} wait (mempool.max-pending-per-delegated-account)`;
    case 'invalid-signatures':
      return `too many hybrid transactions with invalid signatures: at most ${fault.limit} a minute (json-rpc.max-invalid-hybrid-transactions)`;
    case 'too-many-arriving': {
      const [whose, key] = fault.whose === 'all' ? ['', ''] : [' of one client', '-per-client'];
      return `too many transactions${whose} wait to be checked: at most ${fault.limit} bytes (mempool.max-arriving-bytes${key}); send fewer at a time`;
    }
    case 'underpriced':
      return `transaction underpriced: all ${fault.limit} places are taken by transactions that pay more`;
    case 'pool-full':
      return `txpool is full: ${fault.limit} transactions wait; try again later, or close the gap in the nonces first`;
  }
}

function floorText(floor: bigint): string {
  const [whole, fraction] = [floor / weiPerUqor, (floor % weiPerUqor).toString().padStart(12, '0').replace(/0+$/, '')];
  return `this chain never goes below ${whole}${fraction === '' ? '' : `.${fraction}`} uqor per gas = ${floor} wei`;
}
