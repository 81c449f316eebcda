import type { EndBlockContext } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import { decimal, multiply, one, subtract } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { stakingParams } from './params.ts';
import { missesPerRow, missRows, operatorsByConsensus, type Validator, validators } from './records.ts';
import { slash } from './slash.ts';

/** Notes who signed the block before, and punishes a validator that missed too many of the newest blocks. */
export function countSignatures(context: EndBlockContext, dependencies: Dependencies): void {
  const { state, block, report } = context;
  for (const { validator: consensus, signed } of report.votes) {
    const operator = operatorsByConsensus.get(state, consensus);
    const validator = operator && validators.get(state, operator);
    if (operator === undefined || validator === undefined) continue;
    if (signed) noteSignature(state, operator, validator, Number(block.number) - 1);
    else noteMiss(context, dependencies, operator, validator);
  }
}

/** One that signs all blocks changes nothing. */
function noteSignature(state: WorldState, operator: Address, validator: Validator, height: number): void {
  if (!validator.is_silent) return;
  const changes = validator.is_active ? { is_silent: false, last_signed: 0 } : { last_signed: height };
  validators.set(state, { ...validator, ...changes }, operator);
}

function noteMiss(context: EndBlockContext, dependencies: Dependencies, operator: Address, validator: Validator): void {
  const { state, block } = context;
  const height = Number(block.number);
  const silent = { ...validator, ...silentSince(validator, height - 1) };
  if (validator.jailed) {
    if (!validator.is_silent) validators.set(state, silent, operator);
    return;
  }
  const { signed_blocks_window, min_signed_per_window } = stakingParams.get(state);
  const position = Math.max(0, height - validator.window_start);
  const missed_from = Math.max(validator.missed_from, position - signed_blocks_window + 1);
  const forgotten = takeMisses(state, operator, validator.missed_from, missed_from);
  addMiss(state, operator, position);
  const counted = { ...silent, missed_blocks: validator.missed_blocks - forgotten + 1, missed_from };
  validators.set(state, counted, operator);
  const allowed = multiply(decimal(signed_blocks_window), subtract(one, min_signed_per_window));
  if (decimal(counted.missed_blocks) <= allowed) return;
  slash(context, dependencies, operator, counted, { infraction: 'downtime', height: height - 1 });
}

/** What changes in a validator that signs no more from a height on. */
export function silentSince({ is_silent, last_signed }: Validator, height: number) {
  return { is_silent: true, last_signed: is_silent ? last_signed : height - 1 };
}

/** The number of misses at positions from `from` up to `end`; rows that lie before `end` are removed. */
function takeMisses(state: WorldState, operator: Address, from: number, end: number): number {
  if (from >= end) return 0;
  let count = 0;
  for (const [row, bits] of rowsUpTo(state, operator, from, end)) {
    const first = row * missesPerRow;
    for (let at = Math.max(from, first); at < Math.min(end, first + missesPerRow); at++)
      if (isSet(bits, at - first)) count++;
    if (first + missesPerRow <= end) missRows.remove(state, operator, row);
  }
  return count;
}

function rowsUpTo(state: StateView, operator: Address, from: number, end: number) {
  const rows: (readonly [row: number, bits: Uint8Array])[] = [];
  for (const [[, row], bits] of missRows.list(state, [operator], [operator, Math.floor(from / missesPerRow)])) {
    if (row * missesPerRow >= end) break;
    rows.push([row, bits]);
  }
  return rows;
}

function isSet(bits: Uint8Array, at: number): boolean {
  return ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
}

function addMiss(state: WorldState, operator: Address, position: number): void {
  const [row, at] = [Math.floor(position / missesPerRow), position % missesPerRow];
  const bits = Uint8Array.from(missRows.get(state, operator, row) ?? new Uint8Array(missesPerRow / 8));
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  missRows.set(state, bits, operator, row);
}

/** Misses of an imported chain that its rows of bits name. */
export function missesOf(state: StateView, operator: Address, { missed_from }: Validator): number {
  let count = 0;
  for (const [[, row], bits] of missRows.list(state, [operator]))
    for (let at = 0; at < missesPerRow; at++) if (row * missesPerRow + at >= missed_from && isSet(bits, at)) count++;
  return count;
}
