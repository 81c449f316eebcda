import { storeWord } from '../arithmetic/word';

/** result = a & b; the words may be the same. */
@inline
export function and(result: usize, a: usize, b: usize): void {
  storeWord(
    result,
    load<u64>(a) & load<u64>(b),
    load<u64>(a, 8) & load<u64>(b, 8),
    load<u64>(a, 16) & load<u64>(b, 16),
    load<u64>(a, 24) & load<u64>(b, 24),
  );
}

@inline
export function or(result: usize, a: usize, b: usize): void {
  storeWord(
    result,
    load<u64>(a) | load<u64>(b),
    load<u64>(a, 8) | load<u64>(b, 8),
    load<u64>(a, 16) | load<u64>(b, 16),
    load<u64>(a, 24) | load<u64>(b, 24),
  );
}

@inline
export function xor(result: usize, a: usize, b: usize): void {
  storeWord(
    result,
    load<u64>(a) ^ load<u64>(b),
    load<u64>(a, 8) ^ load<u64>(b, 8),
    load<u64>(a, 16) ^ load<u64>(b, 16),
    load<u64>(a, 24) ^ load<u64>(b, 24),
  );
}

/** Inverts all bits of a word in place. */
@inline
export function not(word: usize): void {
  storeWord(word, ~load<u64>(word), ~load<u64>(word, 8), ~load<u64>(word, 16), ~load<u64>(word, 24));
}

/** word = word + a small constant; most additions do not carry beyond the lowest limb. */
@inline
export function addSmall(word: usize, value: u64): void {
  const sum = load<u64>(word) + value;
  store<u64>(word, sum);
  if (sum < value) carryUp(word);
}

/** Adds 1 to the three upper limbs. */
function carryUp(word: usize): void {
  for (let limb: usize = 8; limb < 32; limb += 8) {
    const sum = load<u64>(word + limb) + 1;
    store<u64>(word + limb, sum);
    if (sum != 0) return;
  }
}
