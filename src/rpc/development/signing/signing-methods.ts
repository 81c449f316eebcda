import { encodeSigned } from '../../../kernel/transaction/codec.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Address } from '../../../primitives/address.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { define } from '../../dispatch/define.ts';
import { contentMembers, signatureMembers, transactionText } from '../../evm-common/json/transaction-json.ts';
import { requireSubmission } from '../../evm-common/require-submission.ts';
import { transactionSchema } from '../../evm-common/schemas.ts';
import { addressParam, addressSchema, dataParam, dataSchema, hashSchema } from '../../params/bytes.ts';
import type { CallRequest } from '../../params/call-request.ts';
import { signedCallParam } from '../../params/call-type.ts';
import {
  type Call,
  type JsonSchema,
  JsonText,
  type JsonValue,
  type Methods,
  type Param,
  RpcError,
} from '../../types.ts';
import { type FillDependencies, fillTransaction, type PricedRequest, withGas } from './fill-transaction.ts';
import { messageDigest, type Signers } from './signers.ts';
import { parseTypedData, type TypedData, typedDataDigest } from './typed-data.ts';

const signer = addressParam('address', 'The account that signs.');
const message = dataParam('message', 'The bytes to sign.');
const typedData: Param<TypedData> = {
  name: 'typedData',
  description: 'types, primaryType, domain and message (EIP-712), as an object or its JSON text.',
  required: true,
  schema: {},
  parse: parseTypedData,
};
const pairSchema: JsonSchema = { type: 'object', properties: { raw: dataSchema, tx: { type: 'object' } } };

/** Methods of a node that holds keys. */
export function signingMethods(dependencies: FillDependencies, signers: Signers): Methods {
  const priced = (request: CallRequest, call: Call): Promise<PricedRequest> => {
    const from = request.from ?? signers.addresses[0];
    if (from === undefined) throw new RpcError(-32000, 'no sender: give `from`');
    return withGas(dependencies, { ...request, from }, call);
  };
  const sign = (request: PricedRequest) => signers.sign(fillTransaction(dependencies, request), request.from);
  const send = async (request: CallRequest, call: Call): Promise<Hash> => {
    requireSubmission(dependencies.limits);
    const complete = await priced(request, call);
    const transaction = sign(complete); // in one go with the submission: the next gets the next nonce
    await dependencies.node.submit(transaction);
    return transaction.hash;
  };
  const personalSign = (who: Address, bytes: Uint8Array): JsonValue =>
    toHex(signers.signDigest(messageDigest(bytes), who));
  const signTyped = (who: Address, data: TypedData): JsonValue => toHex(signers.signDigest(digestOf(data), who));
  return {
    eth_accounts: define(
      'Accounts that the node signs for.',
      [],
      { type: 'array', items: addressSchema },
      () => signers.addresses,
    ),
    eth_pendingTransactions: define(
      'Waiting transactions of the accounts that the node signs for.',
      [],
      { type: 'array', items: transactionSchema },
      () => signers.addresses.flatMap((address) => dependencies.node.mempool.contentOf(address).pending.map(toJson)),
    ),
    eth_sendTransaction: define(
      'Completes, signs and submits a transaction.',
      [signedCallParam],
      hashSchema,
      ([request], call) => send(request, call),
    ),
    eth_sendUnsignedTransaction: define(
      'Submits a transaction of an impersonated account.',
      [signedCallParam],
      hashSchema,
      ([request], call) => send(request, call),
    ),
    eth_fillTransaction: define('Completes a transaction.', [signedCallParam], pairSchema, async ([request], call) => {
      const tx = fillTransaction(dependencies, await priced(request, call));
      const raw = toHex(encodeSigned(tx, { r: 0n, s: 0n, yParity: 0 }));
      return { raw, tx: new JsonText(`{${contentMembers(tx)}}`) };
    }),
    eth_signTransaction: define(
      'Completes and signs a transaction.',
      [signedCallParam],
      pairSchema,
      async ([request], call) => {
        const tx = sign(await priced(request, call));
        const text = `{"hash":"${tx.hash}",${contentMembers(tx)},${signatureMembers(tx)}}`;
        return { raw: toHex(tx.raw), tx: new JsonText(text) };
      },
    ),
    eth_sign: define('Signs bytes as a message (EIP-191).', [signer, message], dataSchema, ([who, bytes]) =>
      personalSign(who, bytes),
    ),
    personal_sign: define('Signs bytes as a message (EIP-191).', [message, signer], dataSchema, ([bytes, who]) =>
      personalSign(who, bytes),
    ),
    eth_signTypedData_v4: define('Signs structured data (EIP-712).', [signer, typedData], dataSchema, ([who, data]) =>
      signTyped(who, data),
    ),
  };
}

function toJson(tx: Transaction): JsonText {
  return new JsonText(transactionText(tx));
}

/** Throws an RpcError when a value is not of its declared type. */
function digestOf(data: TypedData): Uint8Array {
  try {
    return typedDataDigest(data);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcError(-32602, `invalid argument 1: ${error.message}`);
    throw error;
  }
}
