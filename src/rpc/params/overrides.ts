import { type BlockOverrides, noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { AccountOverride, StateOverrides, StorageOverride } from '../../evm/overrides/state-overrides.ts';
import { optional } from '../dispatch/define.ts';
import type { Param } from '../types.ts';
import { parseAddressJson, parseData, parseHashJson, parseSlot } from './bytes.ts';
import { member, named, objectOf } from './object.ts';
import { parseQuantityJson } from './quantity.ts';

const uint64 = (json: unknown) => parseQuantityJson(json, 64);
const uint256 = (json: unknown) => parseQuantityJson(json, 256);

/** Address → what a call finds there instead of what is. Throws a RangeError. */
export function parseStateOverrides(json: unknown): StateOverrides {
  const entries = Object.entries(objectOf(json));
  return new Map(
    entries.map(([address, value]) => named(address, () => [parseAddressJson(address), parseAccount(value)])),
  );
}

function parseAccount(json: unknown): AccountOverride {
  const object = objectOf(json);
  return {
    balance: member(object, 'balance', uint256),
    nonce: member(object, 'nonce', uint64),
    code: member(object, 'code', parseData),
    state: member(object, 'state', parseSlots),
    stateDiff: member(object, 'stateDiff', parseSlots),
    movePrecompileTo: member(object, 'movePrecompileToAddress', parseAddressJson),
  };
}

function parseSlots(json: unknown): StorageOverride {
  const entries = Object.entries(objectOf(json));
  return new Map(entries.map(([slot, word]) => named(slot, () => [parseHashJson(slot), parseHashJson(word)])));
}

/** The block a call sees instead of the real one, also under the older names of members. Throws a RangeError. */
export function parseBlockOverrides(json: unknown): BlockOverrides {
  const object = objectOf(json);
  return {
    number: member(object, 'number', uint64),
    time: member(object, 'time', uint64) ?? member(object, 'timestamp', uint64),
    gasLimit: member(object, 'gasLimit', uint64),
    feeRecipient: member(object, 'feeRecipient', parseAddressJson) ?? member(object, 'coinbase', parseAddressJson),
    prevRandao: member(object, 'prevRandao', parseSlot) ?? member(object, 'random', parseSlot),
    baseFeePerGas: member(object, 'baseFeePerGas', uint256) ?? member(object, 'baseFee', uint256),
    blobBaseFee: member(object, 'blobBaseFee', uint256),
  };
}

const noStateOverrides: StateOverrides = new Map();
const stateOverrides: Param<StateOverrides> = {
  name: 'stateOverrides',
  description: 'By address: balance, nonce, code, state or stateDiff, movePrecompileToAddress.',
  required: true,
  schema: { type: 'object' },
  parse: parseStateOverrides,
};
const blockOverrides: Param<BlockOverrides> = {
  name: 'blockOverrides',
  description: 'number, time, gasLimit, feeRecipient, prevRandao, baseFeePerGas, blobBaseFee.',
  required: true,
  schema: { type: 'object' },
  parse: parseBlockOverrides,
};

export const stateOverridesParam = optional(stateOverrides, noStateOverrides);
export const blockOverridesParam = optional(blockOverrides, noBlockOverrides);
