import { Code, limbBits } from './code.ts';
import { extent, type Range } from './form.ts';
import { type Columns, multiplyExtension, multiplyLanes, squareLanes } from './products.ts';
import { reduce } from './reduction.ts';
import { columnsOf, loadElement, type Shape } from './shape.ts';

/**
 * What the factors of a product may be, in units of a limb: limbs of one lie between -size and size, and the sizes of
 * both multiply to `product` at most. Products are sums of as many terms in every case.
 */
type Contract = { readonly size: bigint; readonly product: bigint };

/** One unit: a limb from -2^27 to 2^27, and what `carry` may add to it. */
export const unit = (1n << (limbBits - 1n)) + (1n << 12n);

/** A size of 7 is that of a sum of seven elements; it is below 8, so that halves can be subtracted. */
export const contracts = {
  lanes: { size: 7n, product: 32n },
  extension: { size: 7n, product: 16n },
  square: { size: 4n, product: 16n },
} as const satisfies Record<string, Contract>;

/** The statements of the products of a field, each of which leaves its columns to `reduce`. */
type Kernels = { readonly [name in 'multiplyLanes' | 'squareLanes' | 'multiplyExtension' | 'reduce']: string };

/** Writes them for a field; a RangeError when a limb or a sum may overflow within the contracts. */
export function writeKernels(
  shape: Shape,
  { lanes, extension, square }: Readonly<Record<keyof typeof contracts, Contract>>,
): Kernels {
  const codes = {
    multiplyLanes: new Code(),
    squareLanes: new Code(),
    multiplyExtension: new Code(),
    reduce: new Code(),
  };
  const factors = (code: Code, { size, product }: Contract) =>
    [
      loadElement(code, shape, 'left', [-size * unit, size * unit]),
      loadElement(code, shape, 'right', [(-product * unit) / size, (product * unit) / size]),
    ] as const;
  const ofLanes = multiplyLanes(codes.multiplyLanes, shape, ...factors(codes.multiplyLanes, lanes));
  const ofExtension = multiplyExtension(codes.multiplyExtension, shape, ...factors(codes.multiplyExtension, extension));
  const value: Range = [-square.size * unit, square.size * unit];
  const ofSquare = squareLanes(codes.squareLanes, shape, loadElement(codes.squareLanes, shape, 'value', value));
  reduce(codes.reduce, shape, widest(columnsOf(shape), [ofLanes, ofExtension, ofSquare]));
  return {
    multiplyLanes: codes.multiplyLanes.text,
    squareLanes: codes.squareLanes.text,
    multiplyExtension: codes.multiplyExtension.text,
    reduce: codes.reduce.text,
  };
}

/** For each column the range that holds it in all products. */
function widest(count: number, products: readonly Columns[]): readonly Range[] {
  return Array.from({ length: count }, (_, i) =>
    extent(products.flatMap((columns) => (columns[i] ?? []).flatMap(({ range }) => range))),
  );
}
