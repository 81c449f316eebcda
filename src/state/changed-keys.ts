import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { addressOf, entryKeyOf } from './history-key.ts';
import { ProofTooOldError } from './proof.ts';
import { historySince, type Replaced } from './replaced-values.ts';

type ChangedKeys = ReadonlyMap<Address, readonly Hex[]>;

/** What each block after `height` changed, in order of height. Blocks that changed nothing are left out. */
export function* changesSince(
  reader: Reader,
  height: number,
): Iterable<{ readonly height: number; readonly accounts: ChangedKeys }> {
  for (const block of historySince(reader, height))
    yield { height: block.height, accounts: changedKeys(block.replaced) };
}

/**
 * All keys that changed after `height`. Throws a ProofTooOldError when they are more than `limit` accounts or entries.
 */
export function keysChangedSince(
  reader: Reader,
  height: number,
  limit = Number.POSITIVE_INFINITY,
): Map<Address, Set<Hex>> {
  const changed = new Map<Address, Set<Hex>>();
  let count = 0;
  for (const { accounts } of changesSince(reader, height)) {
    for (const [address, keys] of accounts) {
      const all = changed.get(address) ?? new Set();
      for (const key of keys) all.add(key);
      changed.set(address, all);
      count += keys.length;
    }
    if (changed.size > limit || count > limit) throw new ProofTooOldError(height);
  }
  return changed;
}

/** An account whose entries changed has changed too: its record contains their root. */
function changedKeys(replaced: readonly Replaced[]): ChangedKeys {
  const changed = new Map<Address, Hex[]>();
  for (const [key] of replaced) {
    const address = addressOf(key);
    const entries = changed.get(address) ?? [];
    const entry = entryKeyOf(key);
    if (entry !== undefined) entries.push(entry);
    changed.set(address, entries);
  }
  return changed;
}
