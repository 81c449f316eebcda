import type { DevelopmentControl } from '../development-control.ts';
import { define } from '../dispatch/define.ts';
import type { JsonObject } from '../dispatch/request.ts';
import type { ForkControl, ForkWish } from '../fork-control.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods, Param } from '../method.ts';
import { member, objectOf, onlyKnown } from '../params/object.ts';
import { listType, type ParamType, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import { textType } from '../params/text.ts';
import { RpcError } from '../rpc-error.ts';
import { setter } from './aliases.ts';

const urlType: ParamType<string> = {
  parse: (json) => {
    if (typeof json === 'string' && /^https?:\/\/\S+$/.test(json) && URL.canParse(json)) return json;
    throw new RangeError('not a URL that begins with http:// or https://');
  },
  schema: { type: 'string', pattern: '^https?://' },
};

/** Forks of forks, at most. */
const maxForks = 32;
const passedType = listType(textType, { most: maxForks });

const forkingMembers = ['jsonRpcUrl', 'blockNumber'];

/** Options of anvil_reset and hardhat_reset. alloy sends what is in `forking` without that member. */
export const forkingParam: Param<ForkWish | undefined> = {
  name: 'options',
  aliases: ['forking'],
  description: 'jsonRpcUrl of the network to fork, and blockNumber, its newest block without it; also in `forking`.',
  required: true,
  schema: {
    type: 'object',
    properties: { forking: { type: 'object' }, jsonRpcUrl: urlType.schema, blockNumber: looseCountType.schema },
  },
  parse: (json) => {
    const options = onlyKnown(objectOf(json), ['forking', ...forkingMembers]);
    const isBare = options.jsonRpcUrl !== undefined || options.blockNumber !== undefined;
    if (isBare && isJsonPresent(options.forking)) throw new RangeError('forking beside what belongs into it');
    const forking = isBare ? options : member(options, 'forking', forkingOf);
    if (forking === undefined) return undefined;
    const { jsonRpcUrl, blockNumber } = forking;
    return {
      url: isJsonPresent(jsonRpcUrl) ? urlType.parse(jsonRpcUrl) : undefined,
      blockNumber: isJsonPresent(blockNumber) ? looseCountType.parse(blockNumber) : undefined,
    };
  },
};

function forkingOf(json: unknown): JsonObject {
  return onlyKnown(objectOf(json), forkingMembers);
}

function isJsonPresent(json: unknown): boolean {
  return json !== undefined && json !== null;
}

/** Whether the wish is the fork that this network is: then what it has read of its origin can be kept. */
export async function isSameFork(fork: ForkControl | undefined, { url, blockNumber }: ForkWish): Promise<boolean> {
  if (blockNumber === undefined || blockNumber !== fork?.point.blockNumber) return false;
  return (url ?? fork.url) === fork.url && (await fork.fault()) === undefined;
}

/** What belongs to a fork of another network. */
export function forkMethods(control: Pick<DevelopmentControl, 'fork' | 'nodeId'>): Methods {
  const url = paramOf('url', 'JSON-RPC address of the origin.', urlType);
  const passed = paramOf('passed', 'Ids of the nodes that have passed the question on.', passedType);
  return {
    ...setter('setRpcUrl', 'Sends further requests to another address of the origin.', [url], async ([to]) => {
      if (control.fork === undefined) throw new RpcError(-32000, 'this network is no fork: start it with --fork-url');
      await control.fork.setUrl(to);
    }),
    admin_forkedNodes: define(
      'Ids of the development nodes from which state of this network comes: of this one, of its origin, and so on. By them a fork recognizes itself.',
      [passed],
      { type: 'array', items: { type: 'string' } },
      async ([before]) => {
        const { nodeId, fork } = control;
        if (before.includes(nodeId)) return [nodeId];
        return [nodeId, ...((await fork?.nodes([...before, nodeId])) ?? [])];
      },
    ),
  };
}

/** As anvil describes it; null when the network is no fork. */
export function describeFork(fork: ForkControl | undefined): JsonValue {
  if (fork === undefined) return null;
  const { chainId, blockNumber, blockHash } = fork.point;
  return { chainId, forkBlockNumber: blockNumber, forkBlockHash: blockHash };
}

/** As anvil_nodeInfo describes it. */
export function describeForkConfig(fork: ForkControl | undefined): JsonValue {
  return {
    forkUrl: fork?.originName || null,
    forkBlockNumber: fork?.point.blockNumber ?? null,
    forkRetryBackoff: fork?.retryBackoffMs ?? null,
  };
}
