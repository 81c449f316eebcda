import type { Random } from '#qord/testing/random/random.ts';

/** What a faulty proposer sends in the place of a right proposal: a part dropped, doubled, swapped, cut, or made up. */
export function mutatedProposal(random: Random, txs: readonly Uint8Array[]): readonly Uint8Array[] {
  const at = random.below(Math.max(1, txs.length));
  const found = txs[at] ?? new Uint8Array();
  const without = txs.filter((_, index) => index !== at);
  const garbage = random.bytes(1 + random.below(300));
  return random.pick([
    () => without,
    () => [...txs, found],
    () => [...without, found],
    () => [...without, found.subarray(0, random.below(found.length + 1))],
    () => [...txs, garbage],
    () => [garbage],
    () => [],
    () => [...without, Uint8Array.from(found, (byte, index) => (index === found.length >> 1 ? byte ^ 1 : byte))],
  ] as const)();
}
