import type { Address } from '../primitives/address.ts';
import { type FaultIn, faultError, textIn } from '../primitives/fault-error.ts';
import type { Hash } from '../primitives/hash.ts';
import { formatQor, weiPerUqor } from '../primitives/units.ts';

/** Why the pool rejects a transaction that may be valid in itself. Fees in wei, prices in wei per gas. */
const texts = {
  oversized: (fault: { size: number; limit: number }) =>
    `oversized data: transaction size ${fault.size}, limit ${fault.limit}`,
  unprotected: () => 'only replay-protected (EIP-155) transactions allowed over RPC',
  'fee-cap-below-floor': (fault: { sender: Address; feeCap: bigint; floor: bigint }) =>
    `max fee per gas less than block base fee: address ${fault.sender}, maxFeePerGas: ${fault.feeCap}, baseFee: ${fault.floor}; ${floorText(fault.floor)}`,
  'fee-above-cap': (fault: { fee: bigint; cap: bigint }) =>
    `tx fee (${formatQor(fault.fee)} QOR) exceeds the configured cap (${formatQor(fault.cap)} QOR)`,
  'too-risky': (fault: { score: number; limit: number }) =>
    `transaction rejected by this node: its risk of ${fault.score} is above ${fault.limit} (mempool.reject-risk-above)`,
  'already-known': (_: { hash: Hash }) => 'already known',
  'replacement-underpriced': (fault: { feeCap: bigint; tipCap: bigint; bump: number }) =>
    `replacement transaction underpriced: maxFeePerGas and maxPriorityFeePerGas must both rise by ${fault.bump} %, to ${fault.feeCap} and ${fault.tipCap} at least`,
  'account-limit': (fault: { sender: Address; limit: number }) =>
    `account limit exceeded: ${fault.limit} transactions of ${fault.sender} wait already`,
  'delegated-gap': (fault: { sender: Address }) =>
    `gapped-nonce tx from delegated accounts: ${fault.sender} is delegated, so that its transactions must follow each other`,
  'delegated-limit': (fault: { sender: Address; limit: number }) =>
    `in-flight transaction limit reached for delegated accounts: ${fault.limit} of ${fault.sender} may wait (mempool.max-pending-per-delegated-account)`,
  'authority-reserved': (fault: { authority: Address; limit: number }) =>
    `authority already reserved: more than ${fault.limit} transactions of ${fault.authority} wait (mempool.max-pending-per-delegated-account)`,
  'invalid-signatures': (fault: { limit: number }) =>
    `too many hybrid transactions with invalid signatures: at most ${fault.limit} a minute (json-rpc.max-invalid-hybrid-transactions)`,
  'too-many-arriving': (fault: { limit: number; whose: 'all' | 'per-client' }) => {
    const [whose, key] = fault.whose === 'all' ? ['', ''] : [' of one client', '-per-client'];
    return `too many transactions${whose} wait to be checked: at most ${fault.limit} bytes (mempool.max-arriving-bytes${key}); send fewer at a time`;
  },
  underpriced: (fault: { limit: number }) =>
    `transaction underpriced: all ${fault.limit} places are taken by transactions that pay more`,
  'pool-full': (fault: { limit: number }) =>
    `txpool is full: ${fault.limit} transactions wait; try again later, or close the gap in the nonces first, or wait for those that you have there`,
};
export type MempoolFault = FaultIn<typeof texts>;

/** The pool rejected a transaction; nothing changed. */
export class MempoolError extends faultError('MempoolError', textIn(texts)) {}

function floorText(floor: bigint): string {
  const [whole, fraction] = [floor / weiPerUqor, (floor % weiPerUqor).toString().padStart(12, '0').replace(/0+$/, '')];
  return `this chain never goes below ${whole}${fraction === '' ? '' : `.${fraction}`} uqor per gas = ${floor} wei`;
}
