import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { StateView } from '../../state/types.ts';
import { fault } from './faults.ts';
import { bridgeParams } from './params.ts';
import { type Chain, chains, countersRecord, limiters } from './records.ts';

/** Longest name of a chain or an asset, in characters. */
const maxNameLength = 32;

/** The chain of that name; undefined for any other text. */
export function chainNamed(state: StateView, id: string): Chain | undefined {
  return id.length > maxNameLength ? undefined : chains.get(state, id);
}

/** Why nothing moves between the chains now, or undefined. */
export function closedFault(state: StateView, id: string): ModuleFault | undefined {
  if (!bridgeParams.get(state).enabled) return fault.moduleOff();
  const chain = chainNamed(state, id);
  if (chain === undefined) return fault.chainNotOpen(id.slice(0, maxNameLength));
  if (chain.status === 'pending') return fault.chainNotOpen('its status is pending until the admin opens it');
  if (chain.status === 'paused') return fault.chainPaused('by the admin');
  const limiter = limiters.get(state, id);
  return limiter?.paused === true ? fault.chainPaused(limiter.paused_reason) : undefined;
}

/** Why a transfer of that asset cannot begin now, or undefined. */
export function transferFault(
  state: StateView,
  { chain, asset, amount }: { readonly chain: string; readonly asset: string; readonly amount: bigint },
): ModuleFault | undefined {
  const closed = closedFault(state, chain);
  if (closed !== undefined) return closed;
  const assets = chainNamed(state, chain)?.supported_assets ?? [];
  if (!assets.includes(asset)) return fault.assetNotBridged(`it bridges ${assets.join(', ')}`);
  if (amount === 0n) return fault.zeroAmount();
  const { min_validators } = bridgeParams.get(state);
  const { validators } = countersRecord.get(state);
  return validators < min_validators ? fault.tooFewValidators(`${validators} of ${min_validators}`) : undefined;
}
