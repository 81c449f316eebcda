import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import { signedText } from '../../kernel/module-sdk/signed-text.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { keyId, possessions } from './records.ts';

export const possessionText = signedText('qor-authenticator-v2', {
  doc: 'A key acts for an account: proof that whoever registers it holds it. The nonce counts such proofs of the key.',
  fields: ['account as qor1…', 'scheme', 'key'],
});

/** What a key signs to prove that it will act for the account. */
export function possessionDigest(
  { state, block }: Pick<CheckContext, 'state' | 'block'>,
  account: Address,
  scheme: string,
  pubkey: Uint8Array,
): Uint8Array {
  const used = possessions.get(state, keyId(scheme, pubkey))?.used ?? 0;
  const values = { 'account as qor1…': toBech32(account), scheme, key: pubkey };
  return possessionText.digest(block, values, BigInt(used));
}

/** Whether the registration of the key came with a proof. */
export function isProven(state: StateView, id: string): boolean {
  return possessions.get(state, id)?.is_current === true;
}

/** Counts a proof, so that none counts twice. */
export function keepProof(state: WorldState, id: string): void {
  possessions.set(state, { used: (possessions.get(state, id)?.used ?? 0) + 1, is_current: true }, id);
}

/** A key acts for nobody now: without a proof, the next registration counts as one without. */
export function endProof(state: WorldState, id: string): void {
  const proven = possessions.get(state, id);
  if (proven?.is_current === true) possessions.set(state, { ...proven, is_current: false }, id);
}
