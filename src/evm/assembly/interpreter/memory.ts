import { Halt } from '../generated/enums';
import { isZero } from '../arithmetic/compare';
import { fitsLimb } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { spend } from '../gas';
import { halt } from '../halt';
import { exhausted } from '../host';
import { MAX_FRAME_MEMORY, MEMORY_START, USUAL_MEMORY_END } from '../layout';

const PAGE_BITS: u64 = 16;
const MAX_PAGES: u64 = 65536;
/**
 * Pages by which the memory grows at least where that is possible: 32 MiB. Whenever it grows, V8 takes all of it for new,
 * and collects everything that the thread has in memory.
 */
const MIN_GROWTH: i32 = 512;
/** A word read or decoded just beyond the end of a frame's memory is still inside the engine's memory. */
const PADDING: u64 = 4096;

/** The price of a longer memory is no number of 64 bits (go-ethereum halts there, too). */
const MAX_PRICED: u64 = 0x1fffffffe0;

/** Where the memories of frames have ended at most. */
export let memoryPeak: usize = MEMORY_START;

/** Makes sure that the engine's memory reaches up to `end`. */
export function reserveMemory(end: u64): void {
  const needed = (end + PADDING + ((1 << PAGE_BITS) - 1)) >> PAGE_BITS;
  const present = <u64>memory.size();
  if (needed > present) growMemory(needed, <i32>(needed - present));
  memoryPeak = max<usize>(memoryPeak, <usize>end);
}

function growMemory(needed: u64, missing: i32): void {
  if (needed > MAX_PAGES) exhausted();
  if (memory.grow(max<i32>(missing, MIN_GROWTH)) < 0 && memory.grow(missing) < 0) exhausted();
}

/** Reserves what an instance begins with: no page that is not written takes any memory. */
export function reserveUsualMemory(): void {
  const present = memory.size();
  if (memory.grow(<i32>(USUAL_MEMORY_END >> <usize>PAGE_BITS) - present) < 0) reserveMemory(MEMORY_START);
}

/** Price of a memory of so many words (yellow paper, appendix H). */
@inline
function memoryCost(words: u64): i64 {
  return <i64>(3 * words + ((words * words) >> 9));
}

/** Expands the frame's memory up to `end`. Returns the gas left. */
export function expand(frame: Frame, end: u64, gas: i64): i64 {
  const size = frame.memorySize;
  if (end <= <u64>size) return gas;
  if (end > MAX_PRICED) return halt(Halt.OUT_OF_GAS);
  const words = (end + 31) >> 5;
  const left = spend(gas, memoryCost(words) - memoryCost(<u64>(size >> 5)));
  if (left < 0) return left;
  if (end > MAX_FRAME_MEMORY) exhausted();
  const newSize = <u32>(words << 5);
  reserveMemory(<u64>frame.memory + newSize);
  memory.fill(frame.memory + size, 0, newSize - size);
  frame.memorySize = newSize;
  return left;
}

/** Whether the word can be an offset or a length within a memory that somebody could pay for. */
@inline
export function fitsMemory(word: usize): bool {
  return fitsLimb(word) && load<u64>(word) <= MAX_PRICED;
}

/**
 * Expands the memory to `length` bytes from `offset`, both words. An empty range expands nothing. Returns the gas left.
 */
export function expandRange(frame: Frame, offset: usize, length: usize, gas: i64): i64 {
  if (isZero(length)) return gas;
  if (!fitsMemory(offset) || !fitsMemory(length)) return halt(Halt.OUT_OF_GAS);
  return expand(frame, load<u64>(offset) + load<u64>(length), gas);
}

/** Reads 32 big-endian bytes as a word. */
@inline
export function loadBigEndian(word: usize, bytes: usize): void {
  const high = v128.load(bytes);
  const low = v128.load(bytes, 16);
  v128.store(word, reverse(low));
  v128.store(word, reverse(high), 16);
}

/** Writes a word as 32 big-endian bytes. */
@inline
export function storeBigEndian(bytes: usize, word: usize): void {
  const high = loadPair(word + 16);
  const low = loadPair(word);
  v128.store(bytes, reverse(high));
  v128.store(bytes, reverse(low), 16);
}

@inline
function reverse(bytes: v128): v128 {
  return v128.shuffle<u8>(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

/** Two limbs, read one by one: words are written limb by limb, and one wide read would wait for both writes. */
@inline
function loadPair(limbs: usize): v128 {
  return i64x2.replace_lane(i64x2.splat(load<i64>(limbs)), 1, load<i64>(limbs, 8));
}

/** Whether 32 bytes from the offset (a word) are already inside the frame's memory. */
@inline
export function isCovered(frame: Frame, offset: usize): bool {
  return fitsLimb(offset) && load<u64>(offset) <= MAX_FRAME_MEMORY && load<u64>(offset) + 32 <= <u64>frame.memorySize;
}

/** MLOAD: replaces the offset by the word there. Returns the gas left. */
@inline
export function mloadOp(frame: Frame, offset: usize, gas: i64): i64 {
  const left = isCovered(frame, offset) ? gas : expandWord(frame, offset, gas);
  if (left >= 0) loadBigEndian(offset, frame.memory + load<u32>(offset));
  return left;
}

/** MSTORE. Returns the gas left. */
@inline
export function mstoreOp(frame: Frame, offset: usize, word: usize, gas: i64): i64 {
  const left = isCovered(frame, offset) ? gas : expandWord(frame, offset, gas);
  if (left >= 0) storeBigEndian(frame.memory + load<u32>(offset), word);
  return left;
}

function expandWord(frame: Frame, offset: usize, gas: i64): i64 {
  return fitsMemory(offset) ? expand(frame, load<u64>(offset) + 32, gas) : halt(Halt.OUT_OF_GAS);
}

/** MLOAD at an offset known beforehand. Returns the gas left. */
@inline
export function mloadAt(frame: Frame, offset: u32, result: usize, gas: i64): i64 {
  const left = expand32(frame, offset, gas);
  if (left >= 0) loadBigEndian(result, frame.memory + offset);
  return left;
}

/** MSTORE at an offset known beforehand. Returns the gas left. */
@inline
export function mstoreAt(frame: Frame, offset: u32, word: usize, gas: i64): i64 {
  const left = expand32(frame, offset, gas);
  if (left >= 0) storeBigEndian(frame.memory + offset, word);
  return left;
}

@inline
function expand32(frame: Frame, offset: u32, gas: i64): i64 {
  const end = <u64>offset + 32;
  return end <= <u64>frame.memorySize ? gas : expand(frame, end, gas);
}

/** MSTORE8. Returns the gas left. */
export function mstore8Op(frame: Frame, offset: usize, word: usize, gas: i64): i64 {
  if (!fitsMemory(offset)) return halt(Halt.OUT_OF_GAS);
  const left = expand(frame, load<u64>(offset) + 1, gas);
  if (left >= 0) store<u8>(frame.memory + load<u32>(offset), load<u8>(word));
  return left;
}
