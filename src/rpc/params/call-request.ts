import type { AccessList, Authorization } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { JsonObject } from '../dispatch/request.ts';
import { parseAddressJson, parseData, parseHashJson } from './bytes.ts';
import { listOf, member, named, objectOf } from './object.ts';
import { parseQuantityJson } from './quantity.ts';

/** A transaction as a client describes it: what is left out is for the node to choose. Prices in wei per gas. */
export type CallRequest = {
  readonly from?: Address | undefined;
  /** undefined creates a contract */
  readonly to?: Address | undefined;
  readonly gas?: bigint | undefined;
  readonly gasPrice?: bigint | undefined;
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
  /** wei */
  readonly value?: bigint | undefined;
  readonly nonce?: bigint | undefined;
  readonly data?: Uint8Array | undefined;
  readonly chainId?: bigint | undefined;
  readonly accessList?: AccessList | undefined;
  readonly authorizationList?: readonly Authorization[] | undefined;
  readonly blobVersionedHashes?: readonly Hash[] | undefined;
  /** `data` and `input` were both there and differ: `input` counts in calls, signing rejects the request */
  readonly isAmbiguous: boolean;
};

const uint64 = (json: unknown) => parseQuantityJson(json, 64);
const uint256 = (json: unknown) => parseQuantityJson(json, 256);

/**
 * JSON object → CallRequest; members it does not know are ignored, as everywhere in the field. Throws a RangeError.
 *
 * Written by hand because each eth_call parses one: see `call-type.ts`, which it must equal.
 */
export function parseCallRequest(json: unknown): CallRequest {
  const object = objectOf(json);
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = parseFees(object);
  const data = member(object, 'data', parseData);
  const input = member(object, 'input', parseData);
  // One literal: a spread costs more than all the rest here.
  return {
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    from: member(object, 'from', parseAddressJson),
    to: member(object, 'to', parseAddressJson),
    gas: member(object, 'gas', uint64),
    value: member(object, 'value', uint256),
    nonce: member(object, 'nonce', uint64),
    chainId: member(object, 'chainId', uint256),
    accessList: member(object, 'accessList', parseAccessList),
    authorizationList: member(object, 'authorizationList', parseAuthorizations),
    blobVersionedHashes: member(object, 'blobVersionedHashes', parseHashes),
    data: input ?? data,
    isAmbiguous: data !== undefined && input !== undefined && !equalBytes(data, input),
  };
}

/** Blobs that code can ask for: more than any block of Ethereum has (EIP-7892). */
export const maxBlobs = 256;

function parseHashes(json: unknown): readonly Hash[] {
  const list = listOf(json);
  if (list.length > maxBlobs) throw tooManyBlobs(list.length);
  return list.map(parseHashJson);
}

/** The error for a request with more blob hashes than allowed. */
export function tooManyBlobs(count: number): RangeError {
  return new RangeError(`too many blobs in transaction (have=${count}, max=${maxBlobs})`);
}

export const bothPrices = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified';

function parseFees(object: JsonObject): Pick<CallRequest, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  const gasPrice = member(object, 'gasPrice', uint256);
  const maxFeePerGas = member(object, 'maxFeePerGas', uint256);
  const maxPriorityFeePerGas = member(object, 'maxPriorityFeePerGas', uint256);
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined)) {
    throw new RangeError(bothPrices);
  }
  return { gasPrice, maxFeePerGas, maxPriorityFeePerGas };
}

function parseAccessList(json: unknown): AccessList {
  return listOf(json).map((item) => {
    const entry = objectOf(item);
    const address = named('address', () => parseAddressJson(entry.address));
    return { address, storageKeys: member(entry, 'storageKeys', (keys) => listOf(keys).map(parseHashJson)) ?? [] };
  });
}

function parseAuthorizations(json: unknown): readonly Authorization[] {
  return listOf(json).map((item) => {
    const entry = objectOf(item);
    const integer = (name: string, bits: 8 | 64 | 256 = 256) => named(name, () => parseQuantityJson(entry[name], bits));
    return {
      chainId: integer('chainId'),
      address: named('address', () => parseAddressJson(entry.address)),
      nonce: integer('nonce', 64),
      yParity: integer('yParity', 8),
      r: integer('r'),
      s: integer('s'),
    };
  });
}
