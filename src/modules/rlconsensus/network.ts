import { type Decimal, fromScaled } from '../../primitives/decimal/decimal.ts';

/**
 * The policy: a network of 25, 256, 256 and 5 neurons, relu inside and tanh at the end, in integers that represent
 * multiples of 10^-8. A weight has four bytes, signed, little endian. Layer by layer: for each neuron its weights, then
 * the biases of the layer.
 */
export const layerSizes = [25, 256, 256, 5] as const;

export const weightCount = layerSizes.slice(1).reduce((sum, size, at) => sum + size * ((layerSizes[at] ?? 0) + 1), 0);
export const weightBytes = 4;

/** The number 1 in this representation. */
const unit = 100_000_000n;

/** Inputs (18-digit decimals) → outputs from -1 to 1. The weights are those of `weightCount`. */
export function infer(weights: Int32Array, inputs: readonly Decimal[]): readonly Decimal[] {
  let values = inputs.map((input) => clampToLayer(input / 10n ** 10n));
  let offset = 0;
  layerSizes.slice(1).forEach((size, layer) => {
    const width = values.length;
    const biases = offset + size * width;
    const sums = Array.from({ length: size }, (_, neuron) =>
      weightedSum(weights, offset + neuron * width, biases + neuron, values),
    );
    offset = biases + size;
    const isLast = layer === layerSizes.length - 2;
    values = sums.map((sum) => (isLast ? tanh(sum) : sum > 0n ? clampToLayer(sum) : 0n));
  });
  return values.map((value) => fromScaled(value * 10n ** 10n));
}

/** Keeps a value within ±10^6, so that no sum of a layer exceeds 64 bits. */
function clampToLayer(value: bigint): bigint {
  const most = 1_000_000n * unit;
  return value > most ? most : value < -most ? -most : value;
}

function weightedSum(weights: Int32Array, from: number, bias: number, values: readonly bigint[]): bigint {
  let sum = 0n;
  values.forEach((value, at) => {
    const weight = weights[from + at] ?? 0;
    if (weight !== 0 && value !== 0n) sum += BigInt(weight) * value;
  });
  return sum / unit + BigInt(weights[bias] ?? 0);
}

/** x(27 + x²)/(27 + 9x²) for |x| ≤ 3, where it reaches 1, else ±1: close to tanh, and the same on every machine. */
function tanh(x: bigint): bigint {
  if (x >= 3n * unit) return unit;
  if (x <= -3n * unit) return -unit;
  const square = (x * x) / unit;
  return (x * (27n * unit + square)) / (27n * unit + 9n * square);
}
