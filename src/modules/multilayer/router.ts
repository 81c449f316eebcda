import {
  add,
  type Decimal,
  decimal,
  fromScaled,
  minimum,
  multiply,
  one,
  parseDecimal,
  ratio,
  subtract,
  truncate,
  zero,
} from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { activeLayers, type Layer, layers } from './records.ts';

/** The name of this chain among the layers. */
export const mainLayer = 'main';

const weights = {
  congestion: parseDecimal('0.30'),
  capability: parseDecimal('0.40'),
  cost: parseDecimal('0.20'),
  latency: parseDecimal('0.10'),
};
/** A preferred layer needs only this part of the threshold. */
const preferredShare = parseDecimal('0.8');
const smallPayload = 256;
const largePayload = 1024;

export type Scored = { readonly id: string; readonly layer: Layer; readonly score: Decimal };

/**
 * The kind of layer for a payload of that size: small ones go to paychains, large ones to sidechains, others stay on
 * this chain.
 */
function kindFor(bytes: number): Layer['layer_type'] | 'main' {
  if (bytes < smallPayload) return 'paychain';
  return bytes > largePayload ? 'sidechain' : 'main';
}

/** .30 (1 − congestion) + .40 capability + .20 (1 − cost) + .10 (1 − latency), every part from 0 to 1. */
export function scoreOf(layer: Layer, payloadBytes: number, maxLatencyMs: bigint): Decimal {
  const congestion = minimum(one, ratio(BigInt(layer.waiting_messages), BigInt(layer.max_transactions_per_block)));
  const capability = layer.layer_type === kindFor(payloadBytes) ? one : ratio(1n, 2n);
  const latency = maxLatencyMs === 0n ? one : minimum(one, ratio(BigInt(layer.target_block_time_ms), maxLatencyMs));
  const cost = minimum(one, layer.base_fee_multiplier);
  return [
    multiply(weights.congestion, subtract(one, congestion)),
    multiply(weights.capability, capability),
    multiply(weights.cost, subtract(one, cost)),
    multiply(weights.latency, subtract(one, latency)),
  ].reduce(add, zero);
}

/** Least score with which a preferred layer is accepted. */
export function preferredThreshold(threshold: Decimal): Decimal {
  return multiply(threshold, preferredShare);
}

/** The active layer with the highest score of at least `threshold`; of equal ones the first by name. */
export function bestLayer(
  state: StateView,
  payloadBytes: number,
  maxLatencyMs: bigint,
  threshold: Decimal,
): Scored | undefined {
  if (kindFor(payloadBytes) === mainLayer) return undefined;
  let best: Scored | undefined;
  for (const [[id]] of activeLayers.list(state)) {
    const layer = layers.get(state, id);
    if (layer === undefined) continue;
    const score = scoreOf(layer, payloadBytes, maxLatencyMs);
    if (score >= threshold && (best === undefined || score > best.score)) best = { id, layer, score };
  }
  return best;
}

/** uqor for gas that is used across layers: total gas / 1000 × the mean of their multipliers, cut, at least 1. */
export function bundledFee(gas: bigint, multipliers: readonly Decimal[]): bigint {
  const sum = multipliers.reduce(add, zero);
  const fee = truncate(fromScaled((gas * sum) / (1_000n * BigInt(multipliers.length))));
  return fee > 0n ? fee : 1n;
}

/** uqor without bundling: every layer charges its own fee, each at least 1. */
export function separateFees(gas: bigint, multipliers: readonly Decimal[]): bigint {
  return multipliers.reduce((sum, multiplier) => sum + bundledFee(gas, [multiplier]), 0n);
}

/** Gas of a routed payload: the least gas of a transaction with it as data (EIP-2028, no byte counted as zero). */
export function payloadGas(bytes: number): bigint {
  return 21_000n + 16n * BigInt(bytes);
}

/** Per cent that a layer declares to be cheaper and faster than this chain; never below zero. */
export function savings({ base_fee_multiplier, target_block_time_ms }: Layer) {
  const gain = (part: Decimal) => multiply(decimal(100), subtract(one, minimum(one, part)));
  return { gas: gain(base_fee_multiplier), latency: gain(ratio(BigInt(target_block_time_ms), mainBlockTimeMs)) };
}

/** Block time of this chain that a layer's is compared with. */
const mainBlockTimeMs = 2_000n;
