/** Multiples that bring any point of the curves into the subgroups. */
import { endomorphism } from './endomorphism';
import { addPoints, doublePoint, Extension, Lanes, Y } from './curve';
import { carry, negate } from './generated';
import { timesSeed, timesSeedAlone } from './subgroup';

const a: usize = memory.data(336, 16);
const b: usize = memory.data(336, 16);
const c: usize = memory.data(336, 16);

/** point = (1 - x) · point, for the same point in both lanes (RFC 9380, 8.8.1) */
export function clearCofactorOfG1(point: usize): void {
  timesSeedAlone(a, point);
  addPoints<Lanes>(point, point, a);
}

/** point = (x² - x - 1) · point + (x - 1) · ψ(point) + ψ²(2 · point) (Budroni, Pintore: eprint 2017/419) */
export function clearCofactorOfG2(point: usize): void {
  timesSeed<Extension>(a, point); // -x · point
  endomorphism<Extension>(b, point); // -ψ(point)
  doublePoint<Extension>(c, point);
  endomorphism<Extension>(c, c);
  endomorphism<Extension>(c, c);
  addPoints<Extension>(c, c, b);
  addPoints<Extension>(c, c, a);
  addPoints<Extension>(b, b, a); // -(x · point + ψ(point))
  timesSeed<Extension>(a, b);
  addPoints<Extension>(c, c, a);
  negate(b + Y, point + Y);
  carry(point + Y, b + Y);
  addPoints<Extension>(point, point, c);
}
