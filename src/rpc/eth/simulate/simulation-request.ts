import { type BlockOverrides, noBlockOverrides } from '../../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../../evm/overrides/state-overrides.ts';
import { type CallRequest, parseCallRequest } from '../../params/call-request.ts';
import { listOf, member, named, objectOf } from '../../params/object.ts';
import { parseBlockOverrides, parseStateOverrides } from '../../params/overrides.ts';
import { parseBoolean } from '../../params/quantity.ts';
import { type Param, RpcError } from '../../types.ts';

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

function parseSimulation(json: unknown): SimulationRequest {
  const object = objectOf(json);
  const blocks = named('blockStateCalls', () => listOf(object.blockStateCalls));
  if (blocks.length === 0) throw new RangeError('empty input');
  if (blocks.length > maxSimulatedBlocks) throw tooManyBlocks();
  const flag = (name: string) => member(object, name, parseBoolean) ?? false;
  return {
    blocks: blocks.map((block, index) => named(`blockStateCalls ${index}`, () => parseBlock(block))),
    isValidating: flag('validation'),
    showsTransfers: flag('traceTransfers'),
    showsTransactions: flag('returnFullTransactions'),
  };
}

function parseBlock(json: unknown): BlockRequest {
  const object = objectOf(json);
  const overrides = member(object, 'blockOverrides', objectOf);
  const withdrawals = overrides && member(overrides, 'withdrawals', listOf);
  if (withdrawals !== undefined && withdrawals.length > 0) throw new RangeError('this chain has no withdrawals');
  return {
    blockOverrides: member(object, 'blockOverrides', parseBlockOverrides) ?? noBlockOverrides,
    stateOverrides: member(object, 'stateOverrides', parseStateOverrides) ?? new Map(),
    calls:
      member(object, 'calls', (calls) =>
        listOf(calls).map((call, index) => named(`calls ${index}`, () => parseCallRequest(call))),
      ) ?? [],
  };
}

export function tooManyBlocks(): RpcError {
  return new RpcError(-38026, `too many blocks: at most ${maxSimulatedBlocks}`);
}

export const simulationParam: Param<SimulationRequest> = {
  name: 'payload',
  description:
    'blockStateCalls (each with blockOverrides, stateOverrides, calls), validation, traceTransfers, returnFullTransactions.',
  required: true,
  schema: { type: 'object' },
  parse: parseSimulation,
};
