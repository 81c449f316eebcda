import { mlDsaKeys, signMlDsa } from '@qord/curves/ml-dsa';
import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { attestationDigest, attestationTextV1, type Claim } from '../../modules/bridge/signed-messages.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';

/** ML-DSA-87 keys of bridge validators, one for each number. */
export function bridgeKey(number: number) {
  return mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(number + 1));
}

/** Signature of a bridge validator under a claim: of version 1 where no network is given. */
export function signClaim(
  { privateKey }: ReturnType<typeof bridgeKey>,
  claim: Claim,
  network?: NetworkIdentity,
): Uint8Array {
  const text = network === undefined ? attestationTextV1(claim) : attestationDigest(network, claim);
  return signMlDsa('ml-dsa-87', privateKey, text);
}

/** The same, encoded as a deposit carries it. */
export function packedSignature(
  validator: Address,
  key: ReturnType<typeof bridgeKey>,
  claim: Omit<Claim, 'eventType'>,
): Uint8Array {
  return concatBytes(addressToBytes(validator), signClaim(key, { ...claim, eventType: 'deposit' }));
}
