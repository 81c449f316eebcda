import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curveSources } from '../range-prover/curve-sources.ts';
import { Code } from './code.ts';
import { Form } from './form.ts';
import { contracts, unit, writeKernels } from './kernels.ts';
import { type Columns, multiplyExtension, multiplyLanes, squareLanes } from './products.ts';
import { earlyMultiple } from './reduction.ts';
import { loadElement, type Shape } from './shape.ts';

const bls12381: Shape = curveSources.bls12381.field;
const bn254: Shape = curveSources.bn254.field;

/** Asserts that lane `lane` of each column n is the sum of `terms` for all i + j = n, and nothing else. */
function assertColumns(
  { limbs }: Shape,
  columns: Columns,
  lane: number,
  terms: readonly (readonly [a: string, b: string, sign: bigint])[],
) {
  for (const [n, lanes] of columns.entries()) {
    const form = lanes[lane];
    assert.ok(form);
    let expected = Form.constant(0n);
    const variable = (name: string) => Form.variable(name, [-1n, 1n]);
    for (let i = Math.max(0, n - limbs + 1); i <= Math.min(n, limbs - 1); i++) {
      for (const [a, b, sign] of terms) {
        const [x, y] = [a.replace('#', `${i}`), b.replace('#', `${n - i}`)];
        expected = expected.plus(variable(x).times(variable(y)), sign);
      }
    }
    assert.equal(form.minus(expected).size, 0, `column ${n}`);
  }
}

for (const shape of [bls12381, bn254]) {
  test(`the columns of products of ${shape.limbs} limbs are those of the school method, whatever way they are made`, () => {
    const load = (code: Code, name: string) => loadElement(code, shape, name, [-unit, unit]);
    const lanes = new Code();
    const product = multiplyLanes(lanes, shape, load(lanes, 'left'), load(lanes, 'right'));
    assert.equal(product.length, 2 * shape.limbs - 1);
    for (const [lane, at] of ['x', 'y'].entries())
      assertColumns(shape, product, lane, [[`left#.${at}`, `right#.${at}`, 1n]]);
    const square = new Code();
    const columns = squareLanes(square, shape, load(square, 'value'));
    for (const [lane, at] of ['x', 'y'].entries())
      assertColumns(shape, columns, lane, [[`value#.${at}`, `value#.${at}`, 1n]]);
    const extension = new Code();
    const both = multiplyExtension(extension, shape, load(extension, 'left'), load(extension, 'right'));
    assertColumns(shape, both, 0, [
      ['left#.x', 'right#.x', 1n],
      ['left#.y', 'right#.y', -1n],
    ]);
    assertColumns(shape, both, 1, [
      ['left#.x', 'right#.y', 1n],
      ['left#.y', 'right#.x', 1n],
    ]);
  });
}

test('no limb and no sum can overflow within the contracts, for any input', () => {
  for (const shape of [bls12381, bn254]) assert.ok(writeKernels(shape, contracts).reduce.length > 5_000);
});

test('what lies beyond a contract is found to overflow', () => {
  const rejected = (change: Partial<typeof contracts>, what: RegExp) =>
    assert.throws(() => writeKernels(bls12381, { ...contracts, ...change } as typeof contracts), what);
  const beyond = (name: keyof typeof contracts, field: string, value: bigint) => ({
    [name]: { ...contracts[name], [field]: value },
  });
  rejected(beyond('lanes', 'size', 8n), /a limb may be/);
  rejected(beyond('extension', 'size', 8n), /a limb may be/);
  rejected(beyond('square', 'size', 8n), /a limb may be/);
  rejected(beyond('lanes', 'product', 36n), /a sum that is s/);
  rejected(beyond('extension', 'product', 18n), /a sum that is s/);
});

test('the modulus divides what the first columns are cleared with', () => {
  for (const [shape, shift] of [
    [bls12381, 168n],
    [bn254, 112n],
  ] as const) {
    const multiple = earlyMultiple(shape);
    assert.equal((multiple * (1n << shift) - 1n) % shape.modulus, 0n);
    assert.ok(multiple > 0n && multiple < shape.modulus);
  }
});
