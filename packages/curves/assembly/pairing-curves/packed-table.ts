/**
 * Odd multiples of one point of G1 and of its image under φ, (x, y) → (cube root of 1 · x, y), to be added to packed
 * points.
 */
import { ELEMENT } from './field';
import { copy, cubeRoot, join, multiplyLanes, negate, one, spreadX, spreadY } from './generated';
import { addPacked, doublePacked, PACKED, X } from './packed';

/** bytes of an entry: (y, z), x twice, and the x of its image twice */
export const ENTRY: usize = 3 * ELEMENT;

const multiple: usize = memory.data(224, 16);
const twice: usize = memory.data(224, 16);
const negated: usize = memory.data(112, 16);

/** Puts the first `count` odd multiples of the point in a lane (0 or 1) of x, y, z into a table. */
export function fillPackedTable(table: usize, count: usize, point: usize, lane: usize): void {
  pack(multiple, point, lane);
  memory.copy(twice, multiple, PACKED);
  doublePacked(twice);
  spreadY(twice + X, twice + X);
  const end = table + count * ENTRY;
  for (let entry = table; entry < end; entry += ENTRY) {
    if (entry > table) addPacked(multiple, twice, twice + X);
    copy(entry, multiple);
    spreadY(entry + ELEMENT, multiple + X);
    multiplyLanes(entry + 2 * ELEMENT, entry + ELEMENT, cubeRoot);
  }
}

/** result = the point in a lane of x, y, z; its x is in both lanes */
export function pack(result: usize, point: usize, lane: usize): void {
  if (lane === 0) {
    spreadX(result + X, point);
    spreadX(negated, point + 2 * ELEMENT);
    join(result, point + ELEMENT, negated);
  } else {
    spreadY(result + X, point);
    spreadY(negated, point + ELEMENT);
    join(result, negated, point + 2 * ELEMENT);
  }
}

/** point = infinity */
export function setPackedInfinity(point: usize): void {
  memory.fill(point, 0, PACKED);
  join(point, one, point);
}

/** point += an odd multiple from the table, or none for 0, of the point or its image */
export function addMultiple(point: usize, table: usize, digit: i32, isOfImage: bool): void {
  if (digit === 0) return;
  const entry = table + <usize>(abs(digit) >> 1) * ENTRY;
  const x = entry + (isOfImage ? 2 * ELEMENT : ELEMENT);
  if (digit > 0) {
    addPacked(point, entry, x);
    return;
  }
  negate(negated, entry);
  join(negated, negated, entry);
  addPacked(point, negated, x);
}
