import { consensusAddress } from '#qord/primitives/crypto/consensus-key.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';

/** A validator as CometBFT names it. */
export type Validator = { readonly address: Uint8Array; readonly power: number };

type Update = { readonly pubKey: { readonly ed25519?: Uint8Array | undefined } | undefined; readonly power: number };

/** The set after the updates of a block: a power of 0 removes one. Largest powers first, then by address. */
export function updatedSet(before: readonly Validator[], updates: readonly Update[]): readonly Validator[] {
  const set = new Map<string, Validator>(before.map((each) => [toHex(each.address), each]));
  for (const { pubKey, power } of updates) {
    const address = consensusAddress(pubKey?.ed25519 ?? new Uint8Array());
    if (address === undefined) throw new TypeError('a validator has no ed25519 key');
    if (power === 0) set.delete(address);
    else set.set(address, { address: fromHex(address), power });
  }
  return [...set.values()].sort(
    (left, right) => right.power - left.power || Buffer.compare(left.address, right.address),
  );
}

export function totalPower(validators: readonly Validator[]): number {
  return validators.reduce((sum, { power }) => sum + power, 0);
}
