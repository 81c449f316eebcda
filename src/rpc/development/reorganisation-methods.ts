import type { Owner } from '../../scheduling/owner.ts';
import type { DevelopmentControl, ExclusiveTurn } from '../development-control.ts';
import { optional } from '../dispatch/define.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Methods } from '../method.ts';
import { ownerOf } from '../owner-of.ts';
import { dataType } from '../params/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { callType } from '../params/call-type.ts';
import { alsoNamed, listType, oneOfTypes, type ParamType, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { setter } from './aliases.ts';
import { heightBelow } from './height-below.ts';
import { numberParam } from './params.ts';
import { randomHash } from './random-hash.ts';

const maxTransactions = 1000;

/** Bytes of a signed transaction, or a request that the node signs. */
type NewTransaction = Uint8Array | CallRequest;
type Placed = { readonly transaction: NewTransaction; readonly block: number };

const transactionType: ParamType<NewTransaction> = oneOfTypes([callType, dataType], (json) =>
  isJsonObject(json) ? callType : dataType,
);

/** A transaction, and the number of its block among the new ones, from 0. */
const placedType: ParamType<Placed> = {
  parse: (json) => {
    if (!Array.isArray(json) || json.length !== 2) throw new RangeError('not a pair of transaction and block');
    return { transaction: transactionType.parse(json[0]), block: looseCountType.parse(json[1]) };
  },
  schema: { type: 'array', prefixItems: [transactionType.schema, looseCountType.schema], minItems: 2, maxItems: 2 },
};
const placedListType = listType(placedType, { most: maxTransactions });

const depth = numberParam('depth', 'How many blocks to replace.');
const transactions = optional(
  alsoNamed(
    paramOf('transactions', 'Pairs of a transaction and the new block, from 0, that it is for.', placedListType),
    'tx_block_pairs',
  ),
  [],
);

type Dependencies = Pick<EthDependencies, 'chain' | 'node'> & {
  readonly control: DevelopmentControl;
  /** Completes, signs and submits. */
  readonly send: (request: CallRequest, call: Call) => Promise<unknown>;
};

/** Replaces the newest blocks by as many new ones. */
export function reorganisationMethods(dependencies: Dependencies): Methods {
  return setter(
    'reorg',
    'Replaces blocks by as many new ones.',
    [depth, transactions],
    async ([count, placed], call) => {
      const late = placed.find(({ block }) => block >= count);
      if (late !== undefined) throw new RpcError(-32602, `block ${late.block} is not one of the ${count} new blocks`);
      await dependencies.control.exclusively((turn) => reorganise(dependencies, turn, count, placed, call));
    },
  );
}

async function reorganise(
  { chain, node, control, send }: Dependencies,
  { signal, rewind, mine }: ExclusiveTurn,
  depth: number,
  placed: readonly Placed[],
  call: Call,
): Promise<void> {
  const owner: Owner = { network: 'node', connection: call, hasLeft: false };
  const caller = { ...call, signal: AbortSignal.any([call.signal, signal]) };
  await rewind(heightBelow(chain, depth, 'replace'));
  control.setNextRandao(randomHash()); // equal blocks would have equal hashes: nothing would be replaced
  for (let block = 0; block < depth; block++) {
    for (const { transaction } of placed.filter((each) => each.block === block)) {
      if (transaction instanceof Uint8Array) await node.submit(transaction, ownerOf(call));
      else await send(transaction, caller);
    }
    await mine();
    await node.mainThread.turn('request', owner); // other requests are served between two blocks
  }
}
