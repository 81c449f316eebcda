import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { possessionDigest } from '../../modules/staking/possession.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import {
  type ConsensusKeyType,
  consensusAddress,
  consensusPublicKey,
  signWithConsensusKey,
} from '../../primitives/crypto/consensus-key.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { harnessNetwork } from '../module-harness.ts';

/** A consensus key of a test, the same for the same number. */
export type TestConsensusKey = {
  readonly type: ConsensusKeyType;
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly address: Address;
};

/** Creates the key of a number. */
export function testConsensusKey(number: number, type: ConsensusKeyType = 'ed25519'): TestConsensusKey {
  const privateKey = sha256(Buffer.from(`consensus key ${number} of a test`));
  const publicKey = consensusPublicKey(type, privateKey);
  return { type, privateKey, publicKey, address: consensusAddress(publicKey) ?? zeroAddress };
}

/** Arguments of `createValidator` that name the key and prove its possession. */
export function keyWithProof(
  { type, privateKey, publicKey }: TestConsensusKey,
  operator: Address,
  network: NetworkIdentity = harnessNetwork,
) {
  const digest = possessionDigest(network, operator, publicKey);
  return { key: publicKey, proof: signWithConsensusKey(type, privateKey, digest) };
}
