/*
 * Sums of points times numbers (Straus): four bits of all numbers are processed at a time, as signed digits from -7 to
 * 8, with a table of the multiples of each point.
 */
import { addPoints, doublePoint, POINT, setInfinity, Y } from './curve';
import { doubleTimes } from './doublings';
import { ELEMENT } from './field';
import { join, negate } from './generated';
import { digits, MOST_WINDOWS, TABLE, tables, total } from './places';

const product: usize = memory.data(336, 16);
const entry: usize = memory.data(336, 16);
const sign: usize = memory.data(112, 16);

/** Multiples 0 to 8 of the point that is there as the first. */
export function fillTable<F>(table: usize): void {
  setInfinity(table);
  for (let i: usize = 2; i <= 8; i++) {
    addPoints<F>(table + i * POINT, table + (i - 1) * POINT, table + POINT);
  }
}

/** total += the sum of all tables' points times their numbers */
export function multiplyAll<F>(count: usize, windows: usize): void {
  setInfinity(product);
  for (let window = windows; window-- > 0; ) {
    if (window + 1 < windows) doubleFourTimes<F>();
    for (let i: usize = 0; i < count; i++) {
      const places = digits + 2 * i * MOST_WINDOWS + window;
      const first = load<i8>(places);
      const second = load<i8>(places + MOST_WINDOWS);
      if ((first | second) === 0) continue;
      select(tables + i * TABLE, first, second);
      addPoints<F>(product, product, entry);
    }
  }
  addPoints<F>(total, total, product);
}

function doubleFourTimes<F>(): void {
  if (isFloat<F>()) doubleTimes<F>(product, 4);
  else for (let i = 0; i < 4; i++) doublePoint<F>(product, product);
}

/** entry = the multiple of each lane's digit */
function select(table: usize, first: i32, second: i32): void {
  const left = table + <usize>abs(first) * POINT;
  const right = table + <usize>abs(second) * POINT;
  for (let at: usize = 0; at < POINT; at += ELEMENT) join(entry + at, left + at, right + at);
  const y = entry + Y;
  if (first < 0 && second < 0) negate(y, y);
  else if ((first | second) < 0) {
    negate(sign, y);
    if (first < 0) join(y, sign, y);
    else join(y, y, sign);
  }
}
