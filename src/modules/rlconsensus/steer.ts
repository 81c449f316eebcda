import {
  add,
  type Decimal,
  decimal,
  maximum,
  multiply,
  one,
  ratio,
  truncate,
  zero,
} from '../../primitives/decimal/decimal.ts';
import { maxGasPrice, type RlParams } from './params.ts';

/** What PRISM controls: the time between blocks in milliseconds, and the base price of gas relative to its default. */
export type Targets = { readonly block_time_ms: number; readonly base_gas_price: number };

const minBlockTimeMs = 1_000;
const maxBlockTimeMs = 30_000;
/** Upper bound of both targets, as a multiple of the default. */
const mostTimes = { blockTime: 4, gasPrice: 100 };

/**
 * The targets after an action: each relative change is applied, rounded down and limited to the bounds. Neither falls
 * below its default: a policy may slow the chain down and raise its price under load, and revert both.
 */
export function steer(targets: Targets, params: RlParams, changes: readonly Decimal[]): Targets {
  const [time = zero, price = zero] = changes;
  const { default_block_time_ms: usualTime, default_base_gas_price: usualPrice } = params;
  const most = Math.max(usualTime, Math.min(maxBlockTimeMs, mostTimes.blockTime * usualTime));
  const least = Math.min(most, Math.max(minBlockTimeMs, usualTime));
  return {
    block_time_ms: within(scaled(targets.block_time_ms, time), least, most),
    base_gas_price: within(
      scaled(targets.base_gas_price, price),
      usualPrice,
      Math.min(maxGasPrice, mostTimes.gasPrice * usualPrice),
    ),
  };
}

/** How many times its default the base price of gas is: the factor of the base fee's floor. */
export function feeFactor({ base_gas_price }: Targets, { default_base_gas_price }: RlParams): Decimal {
  if (default_base_gas_price === 0) return one;
  return maximum(one, ratio(BigInt(base_gas_price), BigInt(default_base_gas_price)));
}

/** value · (1 + change), rounded down, but at least 1 away from the value when the change is not 0 */
function scaled(value: number, change: Decimal): number {
  const moved = Number(truncate(multiply(decimal(value), add(one, change))));
  return moved === value && change > zero ? value + 1 : moved;
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
