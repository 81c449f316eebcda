import { type Address, toBech32 } from '../../primitives/address.ts';
import { keccak256 } from '../../primitives/crypto/keccak.ts';
import { toHex } from '../../primitives/hex.ts';

/** What an attestation is about. */
export type Claim = {
  readonly chain: string;
  /** deposit or withdrawal_complete */
  readonly eventType: string;
  readonly operationId: string;
  /** transaction on the other chain */
  readonly txHash: string;
  /** millionths of the asset */
  readonly amount: bigint;
  readonly asset: string;
};

/** What a bridge validator signs: `chain|event|operation|tx|amount|asset`. */
export function attestationText({ chain, eventType, operationId, txHash, amount, asset }: Claim): Uint8Array {
  return new TextEncoder().encode([chain, eventType, operationId, txHash, amount, asset].join('|'));
}

type DepositFacts = Pick<Claim, 'chain' | 'txHash' | 'amount' | 'asset'> & { readonly receiver: Address };

/**
 * The id is a hash of all properties of the deposit, the network included. So validators can sign it before anybody
 * submits it, and their signatures are valid for no other receiver, amount or network.
 */
export function depositId(network: bigint, { chain, txHash, receiver, asset, amount }: DepositFacts): string {
  return `deposit-${digest([network, chain, txHash, toBech32(receiver), asset, amount])}`;
}

/** The id of the withdrawal with that number. */
export function withdrawalId(network: bigint, chain: string, number: number): string {
  return `withdrawal-${digest([network, chain, number])}`;
}

/** One key for all spellings of a transaction hash: upper or lower case, with or without 0x. */
export function sourceKey(txHash: string): string {
  const digits = /^(?:0x)?0*([0-9a-f]+)$/i.exec(txHash)?.[1];
  return digest([digits === undefined ? txHash : digits.toLowerCase()]);
}

function digest(parts: readonly (string | bigint | number)[]): string {
  return toHex(keccak256(new TextEncoder().encode(parts.join('|')))).slice(2);
}

/** Whether the text has the form of an operation's id. */
export function isOperationId(text: string): boolean {
  return /^(?:deposit|withdrawal)-[0-9a-f]{64}$/.test(text);
}
