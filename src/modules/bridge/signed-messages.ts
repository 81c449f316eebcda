import { keccak256 } from '@qord/curves/keccak';
import { type NetworkIdentity, signedText } from '../../kernel/module-sdk/signed-text.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
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

export const attestationText = signedText('qor-bridge-attestation-v2', {
  doc: 'A bridge validator, or a committee of a verifier, says what happened on another chain.',
  fields: ['chain', 'event', 'operation', 'transaction', 'amount', 'asset'],
});
export const depositText = signedText('qor-bridge-deposit-v2', {
  doc: 'Nobody signs it alone: `deposit-` and its hex digits are the id of a deposit, which attestations name.',
  fields: ['chain', 'transaction', 'receiver as qor1…', 'asset', 'amount'],
});
export const withdrawalText = signedText('qor-bridge-withdrawal-v2', {
  doc: 'Nobody signs it alone: `withdrawal-` and its hex digits are the id of a withdrawal, which attestations name. The nonce is its number.',
  fields: ['chain'],
});

/**
 * Whether one of the two texts of an attestation is signed. Version 1 names no network, but the id of the operation in
 * it follows from the genesis, so it counts nowhere else either.
 */
export function isAttested(network: NetworkIdentity, claim: Claim, signs: (message: Uint8Array) => boolean): boolean {
  return signs(attestationDigest(network, claim)) || signs(attestationTextV1(claim));
}

/** What a bridge validator signs. */
export function attestationDigest(network: NetworkIdentity, claim: Claim): Uint8Array {
  const { chain, eventType, operationId, txHash, amount, asset } = claim;
  const what = { chain, event: eventType, operation: operationId, transaction: txHash };
  return attestationText.digest(network, { ...what, amount: amount.toString(), asset });
}

/** Version 1 of it: `chain|event|operation|tx|amount|asset`. */
export function attestationTextV1({ chain, eventType, operationId, txHash, amount, asset }: Claim): Uint8Array {
  return new TextEncoder().encode([chain, eventType, operationId, txHash, amount, asset].join('|'));
}

type DepositFacts = Pick<Claim, 'chain' | 'txHash' | 'amount' | 'asset'> & { readonly receiver: Address };

/**
 * The id is a hash of all properties of the deposit, the network included. So validators can sign it before anybody
 * submits it, and their signatures are valid for no other receiver, amount or network.
 */
export function depositId(network: NetworkIdentity, { chain, txHash, receiver, asset, amount }: DepositFacts): string {
  const facts = { chain, transaction: txHash, 'receiver as qor1…': toBech32(receiver), asset };
  return `deposit-${toHex(depositText.digest(network, { ...facts, amount: amount.toString() })).slice(2)}`;
}

/** The id of the withdrawal with that number. */
export function withdrawalId(network: NetworkIdentity, chain: string, number: number): string {
  return `withdrawal-${toHex(withdrawalText.digest(network, { chain }, BigInt(number))).slice(2)}`;
}

/** One key for all spellings of a transaction hash: upper or lower case, with or without 0x. */
export function sourceKey(txHash: string): string {
  const digits = /^(?:0x)?0*([0-9a-f]+)$/i.exec(txHash)?.[1];
  return toHex(keccak256(new TextEncoder().encode(digits === undefined ? txHash : digits.toLowerCase()))).slice(2);
}

/** Whether the text has the form of an operation's id. */
export function isOperationId(text: string): boolean {
  return /^(?:deposit|withdrawal)-[0-9a-f]{64}$/.test(text);
}
