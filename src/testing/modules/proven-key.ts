import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { possessionText } from '../../modules/abstractaccount/possession.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';

/** The arguments that register an Ed25519 key for the account with its first proof. */
export function provenRegistration(network: NetworkIdentity, account: Address, privateKey: Uint8Array) {
  const key = { scheme: 'ed25519', pubkey: ed25519PublicKey(privateKey) };
  const signed = { 'account as qor1…': toBech32(account), scheme: key.scheme, key: key.pubkey };
  const proof = signEd25519(possessionText.digest(network, signed), privateKey);
  return { ...key, permissions: ['all'], expiry: 0n, label: 'game', proof };
}
