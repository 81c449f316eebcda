import type { Fork } from '../../kernel/engine.ts';
import type { SignatureRejection } from '../../kernel/signature-rules.ts';
import type { Address } from '../../primitives/address.ts';
import { faultError } from '../../primitives/fault-error.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Why a transaction is invalid in every state. Amounts are in wei. */
export type StaticFault =
  | { readonly code: 'type-not-supported'; readonly type: number; readonly fork?: Fork }
  | { readonly code: 'wrong-chain-id'; readonly expected: bigint; readonly got: bigint }
  | { readonly code: 'gas-limit-above-cap'; readonly gasLimit: bigint; readonly cap: bigint }
  | { readonly code: 'gas-limit-above-block'; readonly gasLimit: bigint; readonly blockGasLimit: bigint }
  | { readonly code: 'authorization-list-empty' }
  | { readonly code: 'creation-with-authorizations' }
  | PriceFault
  | DataFault;

/** Fees that are invalid in every block. */
export type PriceFault =
  | { readonly code: 'fee-overflow'; readonly gasLimit: bigint; readonly feeCap: bigint }
  | { readonly code: 'tip-above-fee-cap'; readonly tipCap: bigint; readonly feeCap: bigint };

/** Why the data of a transaction, or the gas limit for it, is invalid. */
export type DataFault =
  | { readonly code: 'initcode-too-large'; readonly size: number; readonly limit: number }
  | { readonly code: 'intrinsic-gas-too-low'; readonly gasLimit: bigint; readonly needed: bigint }
  | { readonly code: 'floor-gas-too-low'; readonly gasLimit: bigint; readonly needed: bigint };

/** The transaction pays less per gas than the block's base fee. It may be valid in a later block. */
export type FeeFault = {
  readonly code: 'fee-cap-below-base-fee';
  readonly sender: Address;
  readonly feeCap: bigint;
  readonly baseFee: bigint;
};

/** Why the sender's account cannot send the transaction. */
export type SenderFault =
  | { readonly code: 'nonce-too-low'; readonly expected: bigint; readonly got: bigint }
  | { readonly code: 'nonce-too-high'; readonly expected: bigint; readonly got: bigint }
  | { readonly code: 'nonce-at-maximum'; readonly sender: Address }
  | { readonly code: 'sender-not-eoa'; readonly sender: Address; readonly codeHash: Hash }
  | FundsFault;

/** The sender cannot pay, in QOR or in its fee token. */
export type FundsFault =
  | { readonly code: 'insufficient-funds'; readonly balance: bigint; readonly cost: bigint }
  | { readonly code: 'fee-not-payable'; readonly rejection: SignatureRejection };

/** The sender's account, or its key, does not accept the signatures. */
export type SignatureFault =
  | { readonly code: 'signature-rejected'; readonly rejection: SignatureRejection }
  /** found by a verification, which takes longer than all other checks */
  | { readonly code: 'signature-invalid'; readonly rejection: SignatureRejection };

/** Why a transaction cannot be applied. */
export type TransactionFault = StaticFault | FeeFault | SenderFault | SignatureFault;

/** A transaction was rejected before it changed anything. */
export class TransactionFaultError extends faultError('TransactionFaultError', transactionFaultText) {}

/** The text of the fault, on which wallets and client libraries match. */
export function transactionFaultText(fault: TransactionFault): string {
  switch (fault.code) {
    case 'type-not-supported':
      return `transaction type not supported: type ${fault.type}${fault.fork === undefined ? '' : ` under ${fault.fork}`}`;
    case 'wrong-chain-id':
      return `invalid sender: invalid chain id for signer: have ${fault.got} want ${fault.expected}`;
    case 'gas-limit-above-cap':
      return `transaction gas limit too high (cap: ${fault.cap}, tx: ${fault.gasLimit})`;
    case 'gas-limit-above-block':
      return `exceeds block gas limit: gas ${fault.gasLimit}, block gas limit ${fault.blockGasLimit}`;
    case 'fee-overflow':
      return `max fee per gas higher than 2^256-1: gas ${fault.gasLimit} * maxFeePerGas ${fault.feeCap} overflows`;
    case 'tip-above-fee-cap':
      return `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${fault.tipCap}, maxFeePerGas: ${fault.feeCap}`;
    case 'authorization-list-empty':
      return 'set-code transaction with empty authorization list';
    case 'creation-with-authorizations':
      return 'set-code transaction cannot create a contract';
    case 'initcode-too-large':
      return `max initcode size exceeded: code size ${fault.size}, limit ${fault.limit}`;
    case 'intrinsic-gas-too-low':
      return `intrinsic gas too low: gas ${fault.gasLimit}, minimum needed ${fault.needed}`;
    case 'floor-gas-too-low':
      return `insufficient gas for floor data gas cost: gas ${fault.gasLimit}, minimum needed ${fault.needed}`;
    case 'fee-cap-below-base-fee':
      return `max fee per gas less than block base fee: address ${fault.sender}, maxFeePerGas: ${fault.feeCap}, baseFee: ${fault.baseFee}`;
    case 'nonce-too-low':
      return `nonce too low: next nonce ${fault.expected}, tx nonce ${fault.got}`;
    case 'nonce-too-high':
      return `nonce too high: next nonce ${fault.expected}, tx nonce ${fault.got}`;
    case 'nonce-at-maximum':
      return `nonce has max value: address ${fault.sender}`;
    case 'sender-not-eoa':
      return `sender not an eoa: address ${fault.sender}, codehash: ${fault.codeHash}`;
    case 'insufficient-funds':
      return `insufficient funds for gas * price + value: balance ${fault.balance}, tx cost ${fault.cost}, overshot ${fault.cost - fault.balance}`;
    case 'fee-not-payable':
    case 'signature-rejected':
    case 'signature-invalid':
      return `${fault.rejection.module}: ${fault.rejection.reason} (${fault.rejection.number})`;
  }
}
