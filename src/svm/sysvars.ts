import { concatBytes, joinBytes } from '../primitives/bytes.ts';
import { exemptionYears, lamportsPerByteYear } from './rent.ts';

/** Contents of the sysvar accounts, as SVM tools decode them: little-endian, field after field. */

type Clock = {
  readonly slot: number;
  /** seconds since 1970, of the first block of the epoch */
  readonly epochStart: number;
  readonly epoch: number;
  /** newest epoch whose leaders are known */
  readonly leaderScheduleEpoch: number;
  /** seconds since 1970 */
  readonly time: number;
};

/** The 40 bytes of the clock sysvar. */
export function encodeClock({ slot, epochStart, epoch, leaderScheduleEpoch, time }: Clock): Uint8Array {
  return joinBytes([slot, epochStart, epoch, leaderScheduleEpoch, time].map(u64));
}

/** Epochs of equal length from slot 0 on. */
export function encodeEpochSchedule(slotsPerEpoch: number): Uint8Array {
  const noWarmup = Uint8Array.of(0);
  return concatBytes(u64(slotsPerEpoch), u64(slotsPerEpoch), noWarmup, u64(0), u64(0));
}

/** The rule for rent-exempt balances. No rent is collected, so none of it is burned. */
export function encodeRent(): Uint8Array {
  const threshold = Buffer.alloc(8);
  threshold.writeDoubleLE(Number(exemptionYears));
  return concatBytes(u64(lamportsPerByteYear), threshold, Uint8Array.of(0));
}

/** Hashes of the newest blocks, the newest first. */
export function encodeSlotHashes(blocks: readonly { readonly slot: number; readonly hash: Uint8Array }[]): Uint8Array {
  return joinBytes([u64(blocks.length), ...blocks.flatMap(({ slot, hash }) => [u64(slot), hash])]);
}

/** Slots in SlotHistory. */
const historySlots = 1024 * 1024;

/** Bit set of the newest slots that have a block: all from `first` up to `slot`, each at its remainder. */
export function encodeSlotHistory(first: number, slot: number): Uint8Array {
  const present = Uint8Array.of(1);
  const bits = new Uint8Array(historySlots / 8);
  const isFull = slot + 1 - first >= historySlots;
  const [start, end] = isFull ? [0, historySlots] : [first % historySlots, (slot % historySlots) + 1];
  if (start < end) setBits(bits, start, end);
  else {
    setBits(bits, 0, end);
    setBits(bits, start, historySlots);
  }
  return concatBytes(present, u64(bits.length / 8), bits, u64(historySlots), u64(slot + 1));
}

/** Sets the bits from `start` up to `end`, those of whole bytes together. */
function setBits(bits: Uint8Array, start: number, end: number): void {
  const [first, last] = [Math.ceil(start / 8), Math.floor(end / 8)];
  if (first < last) bits.fill(0xff, first, last);
  const rest = first < last ? [[start, first * 8] as const, [last * 8, end] as const] : [[start, end] as const];
  for (const [from, to] of rest) {
    for (let bit = from; bit < to; bit++) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

/** Stake takes effect at once: no epoch has activating stake, and the history is empty. */
export function encodeStakeHistory(): Uint8Array {
  return u64(0);
}

function u64(value: number | bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
