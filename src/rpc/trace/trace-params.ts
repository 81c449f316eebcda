import type { ParityTraceTypes } from '../../evm/tracing/parity-trace.ts';
import type { Address } from '../../primitives/address.ts';
import type { Param } from '../method.ts';
import { type BlockRef, blockNumberType, latest } from '../params/block-ref.ts';
import { addressType } from '../params/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { callType } from '../params/call-type.ts';
import { listType, mapValue, objectType, optionalMember, type ParamType, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import { textOf } from '../params/text.ts';

const typeNames = ['trace', 'vmTrace', 'stateDiff'] as const;

const typeNameType: ParamType<(typeof typeNames)[number]> = {
  parse: (json) => {
    const name = textOf(json);
    const known = typeNames.find((each) => each === name);
    if (known === undefined) throw new RangeError(`must be of ${typeNames.join(', ')}`);
    return known;
  },
  schema: { type: 'string', enum: [...typeNames] },
};

const typesType: ParamType<ParityTraceTypes> = mapValue(listType(typeNameType, { most: 16 }), (names) => ({
  trace: names.includes('trace'),
  vmTrace: names.includes('vmTrace'),
  stateDiff: names.includes('stateDiff'),
}));

export const typesParam: Param<ParityTraceTypes> = paramOf(
  'types',
  'What to return besides the output: trace, vmTrace, stateDiff.',
  typesType,
);

/** Of a request without the list: the output only. */
export const noTypes: ParityTraceTypes = { trace: false, vmTrace: false, stateDiff: false };

/** A call, and what to return of it. */
export type TypedCall = { readonly call: CallRequest; readonly types: ParityTraceTypes };

const maxCalls = 256;

const typedCallType: ParamType<TypedCall> = {
  parse: (json) => {
    if (!Array.isArray(json) || json.length !== 2) throw new RangeError('not a pair of call and types');
    return { call: callType.parse(json[0]), types: typesType.parse(json[1]) };
  },
  schema: { type: 'array', prefixItems: [callType.schema, typesType.schema], minItems: 2, maxItems: 2 },
};

export const typedCallsParam: Param<readonly TypedCall[]> = paramOf(
  'calls',
  `Pairs of a call and what to return of it, ${maxCalls} at most.`,
  listType(typedCallType, { most: maxCalls }),
);

/** Where a call is in the tree of calls, from the outermost. */
export const positionParam: Param<readonly number[]> = paramOf(
  'position',
  'Index of the call in each level of calls; none for the transaction itself.',
  listType(looseCountType, { most: 1024 }),
);

/** Which calls of which blocks to find. */
export type TraceFilter = {
  readonly fromBlock: BlockRef;
  readonly toBlock: BlockRef;
  readonly fromAddress: readonly Address[];
  readonly toAddress: readonly Address[];
  /** whether both addresses must match, and not one of them */
  readonly isIntersection: boolean;
  /** matches to leave out first */
  readonly after: number;
  /** undefined for all */
  readonly count: number | undefined;
};

const addressesType = listType(addressType, { most: 1000 });
const modeType: ParamType<'union' | 'intersection'> = {
  parse: (json) => {
    const mode = textOf(json);
    if (mode !== 'union' && mode !== 'intersection') throw new RangeError('must be union or intersection');
    return mode;
  },
  schema: { type: 'string', enum: ['union', 'intersection'] },
};

const filterType: ParamType<TraceFilter> = mapValue(
  objectType({
    fromBlock: optionalMember(blockNumberType),
    toBlock: optionalMember(blockNumberType),
    fromAddress: optionalMember(addressesType),
    toAddress: optionalMember(addressesType),
    mode: optionalMember(modeType),
    after: optionalMember(looseCountType),
    count: optionalMember(looseCountType),
  }),
  ({ fromBlock, toBlock, fromAddress, toAddress, mode, after, count }) => ({
    fromBlock: fromBlock ?? latest,
    toBlock: toBlock ?? latest,
    fromAddress: fromAddress ?? [],
    toAddress: toAddress ?? [],
    isIntersection: mode === 'intersection',
    after: after ?? 0,
    count,
  }),
);

export const filterParam: Param<TraceFilter> = paramOf(
  'filter',
  'fromBlock, toBlock, fromAddress, toAddress, mode (union or intersection), after, count.',
  filterType,
);
