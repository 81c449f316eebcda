import type { BlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { Param } from '../method.ts';
import { type BlockRef, blockRefType } from '../params/block-ref.ts';
import type { CallRequest } from '../params/call-request.ts';
import { callType } from '../params/call-type.ts';
import { blockOverridesType } from '../params/overrides.ts';
import { listType, mapValue, objectType, optionalMember, type ParamType, paramOf } from '../params/param-type.ts';
import { quantityType } from '../params/quantity.ts';

/** Calls that run one after the other in one block, as Erigon groups them. */
export type Bundle = { readonly calls: readonly CallRequest[]; readonly blockOverrides: BlockOverrides };

/** The state on which the first call runs. */
export type BundlePlace = {
  readonly block: BlockRef;
  /** how many transactions of the block come before the calls; undefined for all, and the end of the block */
  readonly index: number | undefined;
};

/** Calls of all bundles of one request. */
const maxCalls = 256;

const numberMember = objectType({ blockNumber: optionalMember(quantityType(64)) });

/** With `blockNumber` beside `number`, which is Erigon's name. */
const overridesType: ParamType<BlockOverrides> = {
  parse: (json) => {
    const overrides = blockOverridesType.parse(json);
    const { blockNumber } = numberMember.parse(json);
    return { ...overrides, number: overrides.number ?? blockNumber };
  },
  schema: {
    ...blockOverridesType.schema,
    properties: { ...blockOverridesType.schema.properties, ...numberMember.schema.properties },
  },
};

const bundleType: ParamType<Bundle> = mapValue(
  objectType({
    transactions: optionalMember(listType(callType, { most: maxCalls })),
    blockOverride: optionalMember(overridesType),
  }),
  ({ transactions = [], blockOverride = {} }) => ({ calls: transactions, blockOverrides: blockOverride }),
);

const bundlesType: ParamType<readonly Bundle[]> = mapValue(listType(bundleType, { most: maxCalls }), (bundles) => {
  const calls = bundles.reduce((sum, bundle) => sum + bundle.calls.length, 0);
  if (calls === 0) throw new RangeError('empty bundles');
  if (calls > maxCalls) throw new RangeError(`more than ${maxCalls} calls`);
  return bundles;
});

export const bundlesParam: Param<readonly Bundle[]> = paramOf(
  'bundles',
  `Lists of calls (transactions), each with what its block is to be like (blockOverride); ${maxCalls} calls at most.`,
  bundlesType,
);

const indexType: ParamType<number | undefined> = {
  parse: (json) => {
    if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < -1)
      throw new RangeError('must be -1 or more');
    return json === -1 ? undefined : json;
  },
  schema: { type: 'integer', minimum: -1, maximum: Number.MAX_SAFE_INTEGER },
};

export const placeParam: Param<BundlePlace> = paramOf(
  'simulateContext',
  'The block (blockNumber), and how many of its transactions come first (transactionIndex; -1 for all).',
  mapValue(
    objectType({ blockNumber: blockRefType, transactionIndex: optionalMember(indexType) }),
    ({ blockNumber, transactionIndex }) => ({ block: blockNumber, index: transactionIndex }),
  ),
);
