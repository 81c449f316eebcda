import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Code } from './code.ts';
import { Form } from './form.ts';
import { contracts, unit, writeKernels } from './kernels.ts';
import { type Columns, multiplyExtension, multiplyLanes, squareLanes } from './products.ts';
import { earlyMultiple } from './reduction.ts';
import { loadElement, type Shape } from './shape.ts';

const bls12381: Shape = {
  modulus: 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn,
  limbs: 14,
};

/** Asserts that lane `lane` of each column n is the sum of `terms` for all i + j = n, and nothing else. */
function assertColumns(
  columns: Columns,
  lane: number,
  terms: readonly (readonly [a: string, b: string, sign: bigint])[],
) {
  for (const [n, lanes] of columns.entries()) {
    const form = lanes[lane];
    assert.ok(form);
    let expected = Form.constant(0n);
    const symbol = (name: string) => Form.symbol(name, [-1n, 1n]);
    for (let i = Math.max(0, n - 13); i <= Math.min(n, 13); i++) {
      for (const [a, b, sign] of terms) {
        const [x, y] = [a.replace('#', `${i}`), b.replace('#', `${n - i}`)];
        expected = expected.plus(symbol(x).times(symbol(y)), sign);
      }
    }
    assert.equal(form.minus(expected).size, 0, `column ${n}`);
  }
}

test('the columns of a product are those of the school method, whatever way they are made', () => {
  const load = (code: Code, name: string) => loadElement(code, bls12381, name, [-unit, unit]);
  const lanes = new Code();
  const product = multiplyLanes(lanes, bls12381, load(lanes, 'left'), load(lanes, 'right'));
  assert.equal(product.length, 27);
  for (const [lane, at] of ['x', 'y'].entries()) assertColumns(product, lane, [[`left#.${at}`, `right#.${at}`, 1n]]);
  const square = new Code();
  const columns = squareLanes(square, bls12381, load(square, 'value'));
  for (const [lane, at] of ['x', 'y'].entries()) assertColumns(columns, lane, [[`value#.${at}`, `value#.${at}`, 1n]]);
  const extension = new Code();
  const both = multiplyExtension(extension, bls12381, load(extension, 'left'), load(extension, 'right'));
  assertColumns(both, 0, [
    ['left#.x', 'right#.x', 1n],
    ['left#.y', 'right#.y', -1n],
  ]);
  assertColumns(both, 1, [
    ['left#.x', 'right#.y', 1n],
    ['left#.y', 'right#.x', 1n],
  ]);
});

test('no limb and no sum can overflow within the contracts, for any input', () => {
  assert.ok(writeKernels(bls12381, contracts).reduce.length > 10_000);
});

test('what lies beyond a contract is found to overflow', () => {
  const refused = (change: Partial<typeof contracts>, what: RegExp) =>
    assert.throws(() => writeKernels(bls12381, { ...contracts, ...change } as typeof contracts), what);
  const beyond = (name: keyof typeof contracts, field: string, value: bigint) => ({
    [name]: { ...contracts[name], [field]: value },
  });
  refused(beyond('lanes', 'spread', 8n), /a limb may be/);
  refused(beyond('extension', 'spread', 8n), /a limb may be/);
  refused(beyond('square', 'size', 5n), /a limb may be/);
  refused(beyond('lanes', 'product', 9n), /a sum that is s/);
  refused(beyond('extension', 'product', 5n), /a sum that is s/);
});

test('the modulus divides what the first columns are cleared with', () => {
  const multiple = earlyMultiple(bls12381);
  assert.equal((multiple * (1n << 168n) - 1n) % bls12381.modulus, 0n);
  assert.ok(multiple > 0n && multiple < bls12381.modulus);
});
