import { type BlockOverrides, noBlockOverrides } from '../../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../../evm/overrides/state-overrides.ts';
import { isJsonObject } from '../../dispatch/request.ts';
import type { Param } from '../../method.ts';
import type { CallRequest } from '../../params/call-request.ts';
import { callType } from '../../params/call-type.ts';
import { listOf, named, objectOf } from '../../params/object.ts';
import { assertOverrideLimit, simulatedBlockType, stateOverridesType } from '../../params/overrides.ts';
import { listType, objectType, optionalMember, type ParamType, paramOf } from '../../params/param-type.ts';
import { booleanType } from '../../params/quantity.ts';
import { RpcError } from '../../rpc-error.ts';

/** One block of a simulation: overrides of block and state, and calls. */
export type BlockRequest = {
  readonly blockOverrides: BlockOverrides;
  readonly stateOverrides: StateOverrides;
  readonly calls: readonly CallRequest[];
};

export type SimulationRequest = {
  readonly blocks: readonly BlockRequest[];
  /** Whether calls must be valid as transactions are: nonce, funds for gas, fees. */
  readonly isValidating: boolean;
  /** Whether transfers of QOR appear as logs. */
  readonly showsTransfers: boolean;
  readonly showsTransactions: boolean;
};

/** Blocks of one simulation. */
export const maxSimulatedBlocks = 256;

const flags = objectType({
  validation: optionalMember(booleanType),
  traceTransfers: optionalMember(booleanType),
  returnFullTransactions: optionalMember(booleanType),
});

const members = objectType({
  blockOverrides: optionalMember(simulatedBlockType),
  stateOverrides: optionalMember(stateOverridesType),
  calls: optionalMember(listType(callType, { itemName: (index) => `calls ${index}` })),
});
const blockType: ParamType<BlockRequest> = { parse: parseBlock, schema: members.schema };

function parseBlock(json: unknown): BlockRequest {
  const { blockOverrides = noBlockOverrides, stateOverrides = new Map(), calls = [] } = members.parse(json);
  return { blockOverrides, stateOverrides, calls };
}

/** The blocks have a parser of their own for the sake of its error texts, on which clients match. */
const simulationType = (maxOverrides: number): ParamType<SimulationRequest> => ({
  parse: (json) => {
    const object = objectOf(json);
    const blocks = named('blockStateCalls', () => listOf(object.blockStateCalls));
    if (blocks.length === 0) throw new RangeError('empty input');
    if (blocks.length > maxSimulatedBlocks) throw tooManyBlocks();
    assertOverrideLimit(
      blocks.map((block) => (isJsonObject(block) ? block.stateOverrides : undefined)),
      maxOverrides,
    );
    const { validation, traceTransfers, returnFullTransactions } = flags.parse(json);
    return {
      blocks: blocks.map((block, index) => named(`blockStateCalls ${index}`, () => parseBlock(block))),
      isValidating: validation ?? false,
      showsTransfers: traceTransfers ?? false,
      showsTransactions: returnFullTransactions ?? false,
    };
  },
  schema: {
    ...flags.schema,
    properties: {
      blockStateCalls: { ...listType(blockType, { most: maxSimulatedBlocks }).schema, minItems: 1 },
      ...flags.schema.properties,
    },
    required: ['blockStateCalls'],
  },
});

/** The error for a simulation of more blocks than allowed. */
export function tooManyBlocks(): RpcError {
  return new RpcError(-38026, `too many blocks: at most ${maxSimulatedBlocks}`);
}

/** `maxOverrides`: accounts and slots that all blocks together may override */
export function simulationParam(maxOverrides: number): Param<SimulationRequest> {
  return paramOf('payload', 'Blocks with their calls, and what is shown of them.', simulationType(maxOverrides));
}
