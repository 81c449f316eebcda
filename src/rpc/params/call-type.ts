import { equalBytes } from '../../primitives/bytes.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { JsonSchema, Param } from '../method.ts';
import { addressType, dataType, hashType } from './bytes.ts';
import type { CallRequest } from './call-request.ts';
import {
  listType,
  mapValue,
  objectType,
  optionalMember,
  type ParamType,
  paramOf,
  refusedMember,
} from './param-type.ts';
import { quantityType } from './quantity.ts';

/** Blobs that code can ask for: more than any block of Ethereum has (EIP-7892). */
const maxBlobs = 256;
const tooManyBlobs = (count: number) =>
  new RangeError(`too many blobs in transaction (have=${count}, max=${maxBlobs})`);

const uint64 = quantityType(64);
const uint256 = quantityType(256);

const accessEntryType = mapValue(
  objectType({ address: addressType, storageKeys: optionalMember(listType(hashType)) }),
  ({ address, storageKeys }) => ({ address, storageKeys: storageKeys ?? [] }),
);

const authorizationType = objectType({
  chainId: uint256,
  address: addressType,
  nonce: uint64,
  yParity: quantityType(8),
  r: uint256,
  s: uint256,
});

/** As go-ethereum checks them of a message. */
const blobHashesType = mapValue(
  listType(hashType, { most: maxBlobs, tooMany: tooManyBlobs }),
  (hashes) => {
    if (hashes.length === 0) throw new RangeError('blob transaction missing blob hashes');
    const wrong = hashes.findIndex((hash) => !hash.startsWith('0x01'));
    if (wrong !== -1) throw new RangeError(`blob ${wrong} has invalid hash version`);
    return hashes;
  },
  { minItems: 1, items: { type: 'string', pattern: '^0x01[0-9a-fA-F]{62}$' } },
);

const noBlobs = refusedMember('this chain has no blob transactions');

/** in the order in which errors are found */
const members = objectType({
  gasPrice: optionalMember(uint256),
  maxFeePerGas: optionalMember(uint256),
  maxPriorityFeePerGas: optionalMember(uint256),
  data: optionalMember(dataType),
  input: optionalMember(dataType),
  from: optionalMember(addressType),
  to: optionalMember(addressType),
  gas: optionalMember(uint64),
  value: optionalMember(uint256),
  nonce: optionalMember(uint64),
  chainId: optionalMember(uint256),
  accessList: optionalMember(listType(accessEntryType)),
  authorizationList: optionalMember(listType(authorizationType)),
  blobVersionedHashes: optionalMember(blobHashesType),
  maxFeePerBlobGas: optionalMember(uint256),
  ...{ blobs: noBlobs, commitments: noBlobs, proofs: noBlobs, sidecar: noBlobs, sidecars: noBlobs },
});
/** Members of calls that no signed transaction of this chain can have. */
const signedMembers = objectType({ blobVersionedHashes: noBlobs, maxFeePerBlobGas: noBlobs });

/** A transaction as a client describes it. */
export const callType: ParamType<CallRequest> = mapValue(
  members,
  (call) => {
    const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, data, input } = call;
    if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined)) {
      throw new RangeError('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified');
    }
    if (call.blobVersionedHashes !== undefined && call.to === undefined) {
      throw new RangeError('blobVersionedHashes without to: blob transaction of type create');
    }
    const isAmbiguous = data !== undefined && input !== undefined && !equalBytes(data, input);
    // One literal: adding a member to a copy takes 1 µs, and each eth_call parses one.
    return {
      gasPrice,
      maxFeePerGas,
      maxPriorityFeePerGas,
      data: input ?? data,
      isAmbiguous,
      from: call.from,
      to: call.to,
      gas: call.gas,
      value: call.value,
      nonce: call.nonce,
      chainId: call.chainId,
      accessList: call.accessList,
      authorizationList: call.authorizationList,
      blobVersionedHashes: call.blobVersionedHashes,
    };
  },
  {
    description: '`input` is the newer name of `data`. Prices are either gasPrice or the other two.',
    not: { required: ['gasPrice'], anyOf: [{ required: ['maxFeePerGas'] }, { required: ['maxPriorityFeePerGas'] }] },
  },
);

/** The same for signing: with the prices of a dynamic fee, gasPrice may be there too when it equals maxFeePerGas. */
const signedCallType: ParamType<CallRequest> = {
  parse: (json) => {
    const call = callType.parse(withoutRepeatedPrice(json));
    signedMembers.parse(json);
    return call;
  },
  schema: withMembers(withoutNot(callType.schema), signedMembers.schema),
};

function withMembers(schema: JsonSchema, { properties }: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...properties } };
}

function withoutNot({ not: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** As blocks and pools show transactions: waiting ones have their fee cap as gas price. */
function withoutRepeatedPrice(json: unknown): unknown {
  if (!isJsonObject(json) || json.gasPrice === undefined || json.gasPrice !== json.maxFeePerGas) return json;
  const { gasPrice: _, ...others } = json;
  return others;
}

export const signedCallParam: Param<CallRequest> = paramOf('transaction', 'The transaction.', signedCallType);
export const callParam: Param<CallRequest> = paramOf('transaction', 'The call.', callType);
