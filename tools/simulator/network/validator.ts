import { sha256 } from '#qord/primitives/crypto/sha256.ts';

/** A validator as CometBFT knows it. */
export type Validator = { readonly address: Uint8Array; readonly publicKey: Uint8Array; readonly power: number };

type Update = { readonly pubKey: { readonly ed25519: Uint8Array } | undefined; readonly power: number };

/** The set after the updates of a block: a power of 0 removes one. Largest powers first, then by address. */
export function updatedSet(before: readonly Validator[], updates: readonly Update[]): readonly Validator[] {
  const byKey = new Map(before.map((each) => [nameOf(each.publicKey), each]));
  for (const { pubKey, power } of updates) {
    const publicKey = pubKey?.ed25519 ?? new Uint8Array();
    if (power === 0) byKey.delete(nameOf(publicKey));
    else byKey.set(nameOf(publicKey), { address: sha256(publicKey).subarray(0, 20), publicKey, power });
  }
  return [...byKey.values()].sort(
    (left, right) => right.power - left.power || Buffer.compare(left.address, right.address),
  );
}

export function totalPower(validators: readonly Validator[]): number {
  return validators.reduce((sum, { power }) => sum + power, 0);
}

function nameOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
