/*
 * Inverses modulo an odd number by division steps (Bernstein and Yang: eprint 2019/266; in the form with variable time
 * of libsecp256k1's modinv32). 28 steps at a time are found from the lowest bits and collected in a matrix, which is
 * then applied to the whole numbers. An inverse modulo p of BLS12-381 takes 5 µs instead of the 65 µs of the power p -
 * 2.
 *
 * Numbers are limbs of 28 bits, the lowest first; the last has the sign.
 */
const BITS: i32 = 28;
const MASK: i32 = (1 << 28) - 1;

/** most limbs of a number */
export const MOST_LIMBS: usize = 14;

const d: usize = memory.data(56, 8);
const e: usize = memory.data(56, 8);
const f: usize = memory.data(56, 8);
const g: usize = memory.data(56, 8);

// the matrix of the last 28 steps, times 2^28
let u: i32 = 0;
let v: i32 = 0;
let q: i32 = 0;
let r: i32 = 0;

/** result = 1 / value from 0 to modulus - 1, of a value below the modulus and coprime to it; 0 of 0 */
export function invert(result: usize, value: usize, modulus: usize, limbs: usize): void {
  const bytes = limbs << 2;
  memory.fill(d, 0, bytes);
  memory.fill(e, 0, bytes);
  store<i32>(e, 1);
  memory.copy(f, modulus, bytes);
  memory.copy(g, value, bytes);
  const inverse = inverseOfLimb(load<i32>(modulus));
  let balance: i32 = -1;
  let used = limbs;
  for (;;) {
    balance = stepsFor(balance, load<i32>(f), load<i32>(g));
    applyToFactors(modulus, inverse, limbs);
    applyToNumbers(used);
    if (isZero(g, used)) break;
    used = shorten(used);
  }
  normalize(d, load<i32>(f + ((used - 1) << 2)) < 0, modulus, limbs);
  memory.copy(result, d, bytes);
}

/** 1 / value modulo 2^32, of an odd value */
function inverseOfLimb(value: i32): i32 {
  let inverse = (3 * value) ^ 2; // 5 bits
  for (let i = 0; i < 3; i++) inverse *= 2 - value * inverse;
  return inverse;
}

/**
 * Does 28 division steps with the lowest bits of f and g and returns the new balance (the delta of the paper, less a
 * half).
 */
function stepsFor(balance: i32, lowF: i32, lowG: i32): i32 {
  u = 1;
  v = 0;
  q = 0;
  r = 1;
  let left = BITS;
  for (;;) {
    const zeros = ctz(lowG | (-1 << left));
    lowG = <i32>(<u32>lowG >> zeros);
    u <<= zeros;
    v <<= zeros;
    balance -= zeros;
    left -= zeros;
    if (left === 0) break;
    if (balance < 0) {
      balance = -balance;
      const oldF = lowF;
      const oldU = u;
      const oldV = v;
      lowF = lowG;
      lowG = -oldF;
      u = q;
      q = -oldU;
      v = r;
      r = -oldV;
    }
    // clears up to five bits of g at once
    const count = min(min(balance + 1, left), 5);
    const factor = (-lowG * ((3 * lowF) ^ 2)) & ((1 << count) - 1);
    lowG += lowF * factor;
    q += u * factor;
    r += v * factor;
  }
  return balance;
}

/** (d, e) = matrix · (d, e) / 2^28 modulo the modulus; both stay between twice the modulus below 0 and the modulus. */
function applyToFactors(modulus: usize, inverse: i32, limbs: usize): void {
  const last = (limbs - 1) << 2;
  const signD = load<i32>(d + last) >> 31;
  const signE = load<i32>(e + last) >> 31;
  let forD = (u & signD) + (v & signE);
  let forE = (q & signD) + (r & signE);
  let x = <i64>load<i32>(d);
  let y = <i64>load<i32>(e);
  let sumD = <i64>u * x + <i64>v * y;
  let sumE = <i64>q * x + <i64>r * y;
  forD -= (inverse * <i32>sumD + forD) & MASK;
  forE -= (inverse * <i32>sumE + forE) & MASK;
  let m = <i64>load<i32>(modulus);
  sumD = (sumD + m * forD) >> BITS;
  sumE = (sumE + m * forE) >> BITS;
  for (let i: usize = 4; i <= last; i += 4) {
    x = load<i32>(d + i);
    y = load<i32>(e + i);
    m = load<i32>(modulus + i);
    sumD += <i64>u * x + <i64>v * y + m * forD;
    sumE += <i64>q * x + <i64>r * y + m * forE;
    store<i32>(d + i - 4, <i32>sumD & MASK);
    store<i32>(e + i - 4, <i32>sumE & MASK);
    sumD >>= BITS;
    sumE >>= BITS;
  }
  store<i32>(d + last, <i32>sumD);
  store<i32>(e + last, <i32>sumE);
}

/** (f, g) = matrix · (f, g) / 2^28, which leaves no rest */
function applyToNumbers(limbs: usize): void {
  const last = (limbs - 1) << 2;
  let x = <i64>load<i32>(f);
  let y = <i64>load<i32>(g);
  let sumF = (<i64>u * x + <i64>v * y) >> BITS;
  let sumG = (<i64>q * x + <i64>r * y) >> BITS;
  for (let i: usize = 4; i <= last; i += 4) {
    x = load<i32>(f + i);
    y = load<i32>(g + i);
    sumF += <i64>u * x + <i64>v * y;
    sumG += <i64>q * x + <i64>r * y;
    store<i32>(f + i - 4, <i32>sumF & MASK);
    store<i32>(g + i - 4, <i32>sumG & MASK);
    sumF >>= BITS;
    sumG >>= BITS;
  }
  store<i32>(f + last, <i32>sumF);
  store<i32>(g + last, <i32>sumG);
}

function isZero(number: usize, limbs: usize): bool {
  let any: i32 = 0;
  for (let i: usize = 0; i < limbs; i++) any |= load<i32>(number + (i << 2));
  return any === 0;
}

/** How many limbs f and g still need: the sign of a last limb that is nothing else moves into the one below. */
function shorten(limbs: usize): usize {
  if (limbs < 2) return limbs;
  const last = (limbs - 1) << 2;
  const topF = load<i32>(f + last);
  const topG = load<i32>(g + last);
  if ((topF ^ (topF >> 31)) !== 0 || (topG ^ (topG >> 31)) !== 0) return limbs;
  store<i32>(f + last - 4, load<i32>(f + last - 4) | (topF << BITS));
  store<i32>(g + last - 4, load<i32>(g + last - 4) | (topG << BITS));
  return limbs - 1;
}

/**
 * From between twice the modulus below 0 and the modulus to between 0 and the modulus, of the number or its negative.
 */
function normalize(number: usize, isNegated: bool, modulus: usize, limbs: usize): void {
  const last = (limbs - 1) << 2;
  addIf(load<i32>(number + last) < 0, number, modulus, limbs);
  if (isNegated) {
    for (let i: usize = 0; i <= last; i += 4) store<i32>(number + i, -load<i32>(number + i));
    addIf(false, number, modulus, limbs);
  }
  addIf(load<i32>(number + last) < 0, number, modulus, limbs);
}

/** number += modulus when `isNeeded`; limbs are cut to 28 bits in any case. */
function addIf(isNeeded: bool, number: usize, modulus: usize, limbs: usize): void {
  let carried: i32 = 0;
  for (let i: usize = 0; i < limbs; i++) {
    const at = i << 2;
    const sum = load<i32>(number + at) + (isNeeded ? load<i32>(modulus + at) : 0) + carried;
    const isLast = i + 1 === limbs;
    store<i32>(number + at, isLast ? sum : sum & MASK);
    carried = sum >> BITS;
  }
}
