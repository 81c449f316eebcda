import type { Fork } from '../../kernel/engine.ts';
import type { SignatureRejection } from '../../kernel/signature-rules.ts';
import type { Address } from '../../primitives/address.ts';
import { type FaultIn, faultError, textIn } from '../../primitives/fault-error.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Fees that are invalid in every block. Amounts are in wei. */
const priceTexts = {
  'fee-overflow': (fault: { gasLimit: bigint; feeCap: bigint }) =>
    `max fee per gas higher than 2^256-1: gas ${fault.gasLimit} * maxFeePerGas ${fault.feeCap} overflows`,
  'tip-above-fee-cap': (fault: { tipCap: bigint; feeCap: bigint }) =>
    `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${fault.tipCap}, maxFeePerGas: ${fault.feeCap}`,
};
export type PriceFault = FaultIn<typeof priceTexts>;

/** Why the data of a transaction, or the gas limit for it, is invalid. */
const dataTexts = {
  'initcode-too-large': (fault: { size: number; limit: number }) =>
    `max initcode size exceeded: code size ${fault.size}, limit ${fault.limit}`,
  'intrinsic-gas-too-low': (fault: { gasLimit: bigint; needed: bigint }) =>
    `intrinsic gas too low: gas ${fault.gasLimit}, minimum needed ${fault.needed}`,
  'floor-gas-too-low': (fault: { gasLimit: bigint; needed: bigint }) =>
    `insufficient gas for floor data gas cost: gas ${fault.gasLimit}, minimum needed ${fault.needed}`,
};
export type DataFault = FaultIn<typeof dataTexts>;

/** Why a transaction is invalid in every state, besides. */
const staticTexts = {
  'type-not-supported': (fault: { type: number; fork?: Fork }) =>
    `transaction type not supported: type ${fault.type}${fault.fork === undefined ? '' : ` under ${fault.fork}`}`,
  'wrong-chain-id': (fault: { expected: bigint; got: bigint }) =>
    `invalid sender: invalid chain id for signer: have ${fault.got} want ${fault.expected}`,
  'gas-limit-above-cap': (fault: { gasLimit: bigint; cap: bigint }) =>
    `transaction gas limit too high (cap: ${fault.cap}, tx: ${fault.gasLimit})`,
  'gas-limit-above-block': (fault: { gasLimit: bigint; blockGasLimit: bigint }) =>
    `exceeds block gas limit: gas ${fault.gasLimit}, block gas limit ${fault.blockGasLimit}`,
  'authorization-list-empty': () => 'EIP-7702 transaction with empty auth list',
  'creation-with-authorizations': () => 'EIP-7702 transaction cannot be used to create contract',
};
export type StaticFault = FaultIn<typeof staticTexts> | PriceFault | DataFault;

/** The transaction pays less per gas than the block's base fee. It may be valid in a later block. */
const feeTexts = {
  'fee-cap-below-base-fee': (fault: { sender: Address; feeCap: bigint; baseFee: bigint }) =>
    `max fee per gas less than block base fee: address ${fault.sender}, maxFeePerGas: ${fault.feeCap}, baseFee: ${fault.baseFee}`,
};
export type FeeFault = FaultIn<typeof feeTexts>;

/** The sender cannot pay, in QOR or in its fee token. */
const fundsTexts = {
  'insufficient-funds': (fault: { balance: bigint; cost: bigint }) =>
    `insufficient funds for gas * price + value: balance ${fault.balance}, tx cost ${fault.cost}, overshot ${fault.cost - fault.balance}`,
  /** an estimate: the sender has nothing besides the value that would pay for gas */
  'insufficient-for-transfer': (fault: { sender: Address; balance: bigint; value: bigint }) =>
    `insufficient funds for transfer: address ${fault.sender} has ${fault.balance}, value ${fault.value}`,
  'fee-not-payable': rejectionText,
};
export type FundsFault = FaultIn<typeof fundsTexts>;

/** Why the sender's account cannot send the transaction, besides. */
const senderTexts = {
  'nonce-too-low': (fault: { expected: bigint; got: bigint }) =>
    `nonce too low: next nonce ${fault.expected}, tx nonce ${fault.got}`,
  'nonce-too-high': (fault: { expected: bigint; got: bigint }) =>
    `nonce too high: next nonce ${fault.expected}, tx nonce ${fault.got}`,
  'nonce-at-maximum': (fault: { sender: Address }) => `nonce has max value: address ${fault.sender}`,
  'sender-not-eoa': (fault: { sender: Address; codeHash: Hash }) =>
    `sender not an eoa: address ${fault.sender}, codehash: ${fault.codeHash}`,
};
export type SenderFault = FaultIn<typeof senderTexts> | FundsFault;

/** The sender's account, or its key, does not accept the signatures; the second is found by a verification. */
const signatureTexts = { 'signature-rejected': rejectionText, 'signature-invalid': rejectionText };
export type SignatureFault = FaultIn<typeof signatureTexts>;

/** Why a transaction cannot be applied. */
export type TransactionFault = StaticFault | FeeFault | SenderFault | SignatureFault;

/** The text of the fault, on which wallets and client libraries match. */
export const transactionFaultText: (fault: TransactionFault) => string = textIn({
  ...{ ...priceTexts, ...dataTexts, ...staticTexts, ...feeTexts },
  ...{ ...fundsTexts, ...senderTexts, ...signatureTexts },
});

/** A transaction was rejected before it changed anything. */
export class TransactionFaultError extends faultError('TransactionFaultError', transactionFaultText) {}

function rejectionText({ rejection }: { rejection: SignatureRejection }): string {
  return `${rejection.module}: ${rejection.reason} (${rejection.number})`;
}
