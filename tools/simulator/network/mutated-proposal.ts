import type { Random } from '#qord/testing/random/random.ts';

/** Bytes of the longest entry that CometBFT takes from an application, and of a block. */
const [entryBytes, blockBytes] = [1_048_576, 4_194_304];

/** What a faulty proposer sends in the place of a right proposal: a part dropped, doubled, swapped, cut, grown, of another height, or made up. */
export function mutatedProposal(
  random: Random,
  txs: readonly Uint8Array[],
  decided: readonly { readonly txs: readonly Uint8Array[] }[],
): readonly Uint8Array[] {
  const at = random.below(Math.max(1, txs.length));
  const found = txs[at] ?? new Uint8Array();
  const without = txs.filter((_, index) => index !== at);
  const before = decided[random.below(Math.max(1, decided.length))]?.txs ?? [];
  return random.pick([
    () => without,
    () => [...txs, found],
    () => [...without, found],
    () => [...without, garbageEntry(random, found)],
    () => [...txs, random.bytes(1 + random.below(300))],
    () => [garbageEntry(random, found)],
    () => [],
    () => before,
    () => [...before, ...txs],
    () => [...without, grown(found, random.pick([entryBytes, blockBytes]) - random.below(2))],
    () => Array.from({ length: Math.min(20_000, Math.floor(blockBytes / (found.length + 1))) }, () => found),
  ] as const)();
}

/** An entry cut, grown, changed, or made up. */
export function garbageEntry(random: Random, entry: Uint8Array): Uint8Array {
  return random.pick([
    () => entry.subarray(0, random.below(entry.length + 1)),
    () => Uint8Array.from(entry, (byte, index) => (index === entry.length >> 1 ? byte ^ 1 : byte)),
    () => grown(entry, entry.length + 1),
    () => random.bytes(1 + random.below(300)),
  ])();
}

function grown(entry: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(length, entry.length));
  bytes.set(entry);
  return bytes;
}
