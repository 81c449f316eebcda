import { define } from '../dispatch/define.ts';
import { member, objectOf } from '../params/object.ts';
import { type ParamType, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import {
  type DevelopmentControl,
  type ForkControl,
  type JsonValue,
  type Methods,
  type Param,
  RpcError,
} from '../types.ts';
import { anvilAndHardhat } from './aliases.ts';

const urlType: ParamType<string> = {
  parse: (json) => {
    if (typeof json === 'string' && /^https?:\/\/\S+$/.test(json) && URL.canParse(json)) return json;
    throw new RangeError('not a URL that begins with http:// or https://');
  },
  schema: { type: 'string', pattern: '^https?://' },
};

/** The member `forking` of the options of anvil_reset: where the network is to begin from. */
export type Forking = { readonly url: string | undefined; readonly blockNumber: number | undefined };

/** Options of anvil_reset and hardhat_reset. */
export const forkingParam: Param<Forking | undefined> = {
  name: 'options',
  description: 'forking: jsonRpcUrl and blockNumber of the origin, which must be those of this fork.',
  required: true,
  schema: { type: 'object', properties: { forking: { type: 'object' } } },
  parse: (json) => {
    const { jsonRpcUrl, blockNumber } = member(objectOf(json), 'forking', objectOf) ?? {};
    const isPresent = (value: unknown) => value !== undefined && value !== null;
    if (!isPresent(jsonRpcUrl) && !isPresent(blockNumber)) return undefined;
    return {
      url: isPresent(jsonRpcUrl) ? urlType.parse(jsonRpcUrl) : undefined,
      blockNumber: isPresent(blockNumber) ? looseCountType.parse(blockNumber) : undefined,
    };
  },
};

/** Uses the origin that anvil_reset names. Throws an RpcError when the fork does not begin there. */
export function followOrigin(fork: ForkControl | undefined, { url, blockNumber }: Forking): void {
  if (fork === undefined) throw new RpcError(-32000, 'this network is no fork: start it with --fork-url');
  const begins = fork.point.blockNumber;
  if (blockNumber !== undefined && blockNumber !== begins) {
    const remedy = `start another home with --fork-block-number ${blockNumber}`;
    throw new RpcError(-32000, `this fork begins after block ${begins} of its origin: ${remedy}`);
  }
  if (url !== undefined) fork.setUrl(url);
}

/** What belongs to a fork of another network. */
export function forkMethods(control: Pick<DevelopmentControl, 'fork'>): Methods {
  const url = paramOf('url', 'JSON-RPC address of the origin.', urlType);
  return {
    ...anvilAndHardhat(
      'setRpcUrl',
      define('Sends further requests to another address of the origin.', [url], { type: 'null' }, ([to]) => {
        if (control.fork === undefined) throw new RpcError(-32000, 'this network is no fork: start it with --fork-url');
        control.fork.setUrl(to);
        return null;
      }),
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
    forkRetryBackoff: fork?.retryBackoff ?? null,
  };
}
