import { toHex } from '../primitives/hex.ts';

/**
 * A validator in consensus: its public key and its voting power. A key of 32 bytes is ed25519, one of 33 bytes is
 * secp256k1 in compressed form with the address of Ethereum. Power 0 in an update removes the validator.
 */
export type ValidatorPower = {
  readonly publicKey: Uint8Array;
  /** a whole number; all powers together stay below 2^60 / 8, the limit of CometBFT */
  readonly power: number;
};

/**
 * What changes between two sets of validators, in the order of the keys: new powers, and 0 for those that leave.
 * Returns no updates when the later set is empty, because a set without validators halts a chain permanently.
 */
export function validatorUpdates(
  before: readonly ValidatorPower[],
  after: readonly ValidatorPower[],
): readonly ValidatorPower[] {
  if (after.length === 0) return [];
  const rest = new Map(before.map((validator) => [toHex(validator.publicKey), validator]));
  const updates: ValidatorPower[] = [];
  for (const validator of after) {
    const key = toHex(validator.publicKey);
    if (rest.get(key)?.power !== validator.power) updates.push(validator);
    rest.delete(key);
  }
  for (const { publicKey } of rest.values()) updates.push({ publicKey, power: 0 });
  return updates.sort((left, right) => Buffer.compare(left.publicKey, right.publicKey));
}
