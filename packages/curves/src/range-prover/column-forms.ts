import { Form } from '../generator/form.ts';
import { assertFactors, type Forms, type Lane, most, type Place } from './bounds.ts';

/*
 * Columns of products, on ranges: a column is a sum of products of limbs i and j with i + j = k, and these are all
 * alike. So one such product stands for them, as a sum of products of variables: what cancels between columns is known
 * to.
 */

/** Both lanes of columns. */
export type Columns = readonly [x: Forms, y: Forms];

const times = (a: Lane, b: Lane): Forms => ({
  limbs: a.forms.limbs.times(b.forms.limbs),
  value: a.forms.value.times(b.forms.value),
});
const plus = (a: Forms, b: Forms, sign = 1n): Forms => ({
  limbs: a.limbs.plus(b.limbs, sign),
  value: a.value.plus(b.value, sign),
});

const zeroForms: Forms = { limbs: Form.constant(0n), value: Form.constant(0n) };
export const noColumns: Columns = [zeroForms, zeroForms];

/** The columns of two products at once, one in each lane. */
export function lanesColumns([a, b]: Place, [c, d]: Place): Columns {
  assertFactors(a, c, most.lanes);
  assertFactors(b, d, most.lanes);
  return [times(a, c), times(b, d)];
}

/** The columns of the product of two elements of the quadratic extension. */
export function extensionColumns([a, b]: Place, [c, d]: Place): Columns {
  for (const left of [a, b]) for (const right of [c, d]) assertFactors(left, right, most.extension);
  return [plus(times(a, c), times(b, d), -1n), plus(times(a, d), times(b, c))];
}

/** The sum of columns, in both lanes. */
export const sum = ([a, b]: Columns, ...others: readonly Columns[]): Columns =>
  others.reduce<Columns>(([x, y], [c, d]) => [plus(x, c), plus(y, d)], [a, b]);

/** The first columns less all others, in both lanes. */
export const difference = ([a, b]: Columns, ...others: readonly Columns[]): Columns =>
  others.reduce<Columns>(([x, y], [c, d]) => [plus(x, c, -1n), plus(y, d, -1n)], [a, b]);

/** Times real + i. */
export function twist([x, y]: Columns, real: 1 | 9): Columns {
  const scaled = (form: Forms) => Array.from({ length: real }, () => form).reduce((a, b) => plus(a, b));
  return [plus(scaled(x), y, -1n), plus(scaled(y), x)];
}
