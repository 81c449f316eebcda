import { nextBaseFee } from '#qord/chain/base-fee.ts';
import { policyOf } from '#qord/modules/rlconsensus/built-in-policy.ts';
import { dimensions } from '#qord/modules/rlconsensus/dimensions.ts';
import { infer } from '#qord/modules/rlconsensus/network.ts';
import { rlParams } from '#qord/modules/rlconsensus/params.ts';
import type { policyGains } from '#qord/modules/rlconsensus/policy-gains.ts';
import { feeFactor, steer, type Targets } from '#qord/modules/rlconsensus/steer.ts';
import {
  type Decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  shareOf,
  zero,
} from '#qord/primitives/decimal/decimal.ts';

/**
 * A chain under load, simulated block by block with the chain's own base fee rule, the network of the policy and the
 * function that applies an action. The model covers demand (how much gas users want, and that they want less at a
 * higher price) and how long a machine takes to execute a block. Plain arithmetic only, so every machine computes the
 * same.
 */

export type Scenario = {
  readonly name: string;
  readonly title: string;
  /** gas per second that users want at the lowest price, after so many blocks */
  demand(block: number): number;
  /** gas that the machine executes in a second */
  readonly speed: number;
  readonly blocks: number;
};

export type SimulatedBlock = {
  /** milliseconds since the block before */
  readonly time: number;
  readonly targetTime: number;
  /** part of the gas limit */
  readonly utilization: number;
  /** a multiple of the lowest base fee */
  readonly price: number;
  readonly floor: number;
};

export type Gains = { readonly [name in keyof typeof policyGains]: number };

const params = rlParams.defaultsFor('dev');
const gasLimit = 100_000_000;
const lowestFee = 100_000_000_000n;
/** Milliseconds that a block takes besides its execution. */
const overheadMs = 50;

/** `gains` undefined: without PRISM, so by the base fee alone. */
export function simulate(scenario: Scenario, gains: Gains | undefined): readonly SimulatedBlock[] {
  const weights = gains && policyOf(gains);
  let targets: Targets = {
    block_time_ms: params.default_block_time_ms,
    base_gas_price: params.default_base_gas_price,
  };
  let parent = { gasUsed: 0n, gasLimit: BigInt(gasLimit), baseFee: lowestFee };
  const blocks: SimulatedBlock[] = [];
  let [gas, time] = [0, 0];
  for (let block = 1; block <= scenario.blocks; block++) {
    const floorFactor = feeFactor(targets, params);
    const baseFee = nextBaseFee(parent, { baseFeeFloor: shareOf(lowestFee, floorFactor) });
    const price = Number((baseFee * 1_000n) / lowestFee) / 1_000;
    const previous = blocks.at(-1)?.time ?? targets.block_time_ms;
    const wanted = (scenario.demand(block) * previous) / 1_000 / price;
    const used = Math.floor(Math.min(gasLimit, wanted));
    const elapsed = Math.max(targets.block_time_ms, Math.floor((used / scenario.speed) * 1_000) + overheadMs);
    const floor = Number(formatDecimal(floorFactor));
    blocks.push({ time: elapsed, targetTime: targets.block_time_ms, utilization: used / gasLimit, price, floor });
    parent = { gasUsed: BigInt(used), gasLimit: BigInt(gasLimit), baseFee };
    gas += used;
    time += elapsed;
    if (block % params.observation_interval !== 0) continue;
    if (weights !== undefined) targets = act(weights, targets, { gas, time });
    [gas, time] = [0, 0];
  }
  return blocks;
}

function act(weights: Int32Array, targets: Targets, window: { readonly gas: number; readonly time: number }): Targets {
  const { observation_interval: interval } = params;
  const seen: Readonly<Record<string, number>> = {
    block_utilization: window.gas / (interval * gasLimit),
    block_time: window.time / interval,
    block_time_delta: window.time / interval - targets.block_time_ms,
  };
  const sample = dimensions.map((name): Decimal => (seen[name] === undefined ? zero : toDecimal(seen[name])));
  const changes = infer(weights, sample).map((output) => multiply(output, params.max_change_auto));
  return steer(targets, params, changes);
}

/** Six significant digits: the rest is noise in a model. */
function toDecimal(value: number): Decimal {
  const millionths = Math.round(Math.abs(value) * 1e6);
  const text = `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`;
  return parseDecimal(value < 0 ? `-${text}` : text);
}
