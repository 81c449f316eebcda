import { type BlockOverrides, noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { AccountOverride, StateOverrides } from '../../evm/overrides/state-overrides.ts';
import { optional } from '../dispatch/define.ts';
import { addressType, dataType, hashType, slotType } from './bytes.ts';
import { mapType, mapValue, objectType, optionalMember, type ParamType, paramOf } from './param-type.ts';
import { quantityType } from './quantity.ts';

const uint64 = quantityType(64);
const uint256 = quantityType(256);
const slotsType = mapType(hashType, hashType);

const accountType = mapValue(
  objectType({
    balance: optionalMember(uint256),
    nonce: optionalMember(uint64),
    code: optionalMember(dataType),
    state: optionalMember(slotsType),
    stateDiff: optionalMember(slotsType),
    movePrecompileToAddress: optionalMember(addressType),
  }),
  ({ movePrecompileToAddress, ...account }): AccountOverride => ({
    ...account,
    movePrecompileTo: movePrecompileToAddress,
  }),
);

/** Address → what a call finds there instead of what is. */
export const stateOverridesType: ParamType<StateOverrides> = mapType(addressType, accountType);

/** The block a call sees instead of the real one, also under the older names of members. */
export const blockOverridesType: ParamType<BlockOverrides> = mapValue(
  objectType({
    number: optionalMember(uint64),
    time: optionalMember(uint64),
    timestamp: optionalMember(uint64),
    gasLimit: optionalMember(uint64),
    feeRecipient: optionalMember(addressType),
    coinbase: optionalMember(addressType),
    prevRandao: optionalMember(slotType),
    random: optionalMember(slotType),
    baseFeePerGas: optionalMember(uint256),
    baseFee: optionalMember(uint256),
    blobBaseFee: optionalMember(uint256),
  }),
  ({ timestamp, coinbase, random, baseFee, ...block }) => ({
    number: block.number,
    time: block.time ?? timestamp,
    gasLimit: block.gasLimit,
    feeRecipient: block.feeRecipient ?? coinbase,
    prevRandao: block.prevRandao ?? random,
    baseFeePerGas: block.baseFeePerGas ?? baseFee,
    blobBaseFee: block.blobBaseFee,
  }),
);

const noStateOverrides: StateOverrides = new Map();

export const stateOverridesParam = optional(
  paramOf('stateOverrides', 'What is changed, by address.', stateOverridesType),
  noStateOverrides,
);
export const blockOverridesParam = optional(
  paramOf('blockOverrides', 'What the block is to be like.', blockOverridesType),
  noBlockOverrides,
);
