import { type BlockOverrides, noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { AccountOverride, StateOverrides } from '../../evm/overrides/state-overrides.ts';
import { type Hash, zeroHash } from '../../primitives/hash.ts';
import { optional } from '../dispatch/define.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { Param } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import { addressType, dataType, hashType, slotType } from './bytes.ts';
import {
  listType,
  mapType,
  mapValue,
  objectType,
  optionalMember,
  type ParamType,
  paramOf,
  refusedMember,
  type ValueOf,
} from './param-type.ts';
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

/** State overrides: address → values that a call sees instead of the real ones. */
export const stateOverridesType: ParamType<StateOverrides> = mapType(addressType, accountType);

/**
 * The same for a request that may override no more accounts and slots than `limit`: they are counted before they are
 * parsed.
 */
export function limitedOverridesType(limit: number): ParamType<StateOverrides> {
  const parse = (json: unknown) => {
    assertOverrideLimit([json], limit);
    return stateOverridesType.parse(json);
  };
  return { parse, schema: stateOverridesType.schema };
}

/** Throws an RpcError when state overrides, as JSON, are of more accounts and slots together than `limit`. */
export function assertOverrideLimit(overrides: readonly unknown[], limit: number): void {
  let count = 0;
  for (const account of overrides.flatMap(valuesOf)) {
    count++;
    if (isJsonObject(account)) count += valuesOf(account.state).length + valuesOf(account.stateDiff).length;
  }
  if (count <= limit) return;
  const name = `json-rpc.max-override-slots is ${limit}`;
  throw new RpcError(-32005, `too many state overrides: ${count} accounts and slots, ${name}`);
}

function valuesOf(json: unknown): readonly unknown[] {
  return isJsonObject(json) ? Object.values(json) : [];
}

const noDifficulty: ParamType<bigint> = mapValue(
  uint256,
  (difficulty) => {
    if (difficulty !== 0n) throw new RangeError('there is none: its opcode returns prevRandao');
    return difficulty;
  },
  { pattern: '^0[xX]0$' },
);

/** Members of block overrides, also under their older names. */
const blockMembers = {
  number: optionalMember(uint64),
  blockNumber: optionalMember(uint64),
  difficulty: optionalMember(noDifficulty),
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
};
const blockType = objectType(blockMembers);

const notHere = (name: string) => refusedMember(`block override "${name}" is not supported for this RPC method`);

/** The block a call sees instead of the real one. */
export const blockOverridesType: ParamType<BlockOverrides> = mapValue(
  objectType({
    ...blockMembers,
    beaconRoot: notHere('beaconRoot'),
    withdrawals: notHere('withdrawals'),
    blockHash: notHere('blockHash'),
  }),
  toOverrides,
);

const noRoot: ParamType<Hash> = {
  parse: (json) => {
    const root = hashType.parse(json);
    if (root !== zeroHash) throw new RangeError('this chain has no beacon blocks');
    return root;
  },
  schema: { type: 'string', enum: [zeroHash], description: 'This chain has no beacon blocks.' },
};
const noWithdrawals = listType(objectType({}), {
  most: 0,
  tooMany: () => new RangeError('this chain has no withdrawals'),
});

/** The block that a simulation makes. */
export const simulatedBlockType: ParamType<BlockOverrides> = mapValue(
  objectType({
    ...blockMembers,
    beaconRoot: optionalMember(noRoot),
    withdrawals: optionalMember(noWithdrawals),
    blockHash: notHere('blockHash'),
  }),
  toOverrides,
);

function toOverrides(block: ValueOf<typeof blockType>): BlockOverrides {
  return {
    number: oneOf(['number', 'blockNumber'], block.number, block.blockNumber),
    time: oneOf(['time', 'timestamp'], block.time, block.timestamp),
    gasLimit: block.gasLimit,
    feeRecipient: oneOf(['feeRecipient', 'coinbase'], block.feeRecipient, block.coinbase),
    prevRandao: oneOf(['prevRandao', 'random'], block.prevRandao, block.random),
    baseFeePerGas: oneOf(['baseFeePerGas', 'baseFee'], block.baseFeePerGas, block.baseFee),
    blobBaseFee: block.blobBaseFee,
  };
}

/** What is given by either of two names. Throws a RangeError when they contradict each other. */
function oneOf<T>(names: readonly [string, string], value: T | undefined, also: T | undefined): T | undefined {
  if (value !== undefined && also !== undefined && value !== also) {
    throw new RangeError(`both ${names.join(' and ')} specified`);
  }
  return value ?? also;
}

const noStateOverrides: StateOverrides = new Map();

/** `limit`: accounts and slots that may be overridden */
export function stateOverridesParam(limit: number): Param<StateOverrides> {
  return optional(
    paramOf('stateOverrides', 'What is changed, by address.', limitedOverridesType(limit)),
    noStateOverrides,
  );
}
export const blockOverridesParam = optional(
  paramOf('blockOverrides', 'What the block is to be like.', blockOverridesType),
  noBlockOverrides,
);
