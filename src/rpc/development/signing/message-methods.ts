import type { Address } from '../../../primitives/address.ts';
import { toHex } from '../../../primitives/hex.ts';
import type { Steps } from '../../../primitives/steps.ts';
import { define, optional } from '../../dispatch/define.ts';
import { type LongTexts, withoutText } from '../../execution/long-texts.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Methods, Param } from '../../method.ts';
import { addressParam, dataParam, dataSchema } from '../../params/bytes.ts';
import { paramOf } from '../../params/param-type.ts';
import { textType } from '../../params/text.ts';
import { RpcError } from '../../rpc-error.ts';
import { messageDigest, type Signers } from './signers.ts';
import { parseTypedData, type TypedData, typedDataDigest } from './typed-data.ts';

const signer = addressParam('address', 'The account that signs.');
const message = dataParam('message', 'The bytes to sign.');
const password = optional(paramOf('password', 'Of the account; the node has keys without.', textType), undefined);
const typedData: Param<TypedData> = {
  name: 'typedData',
  description: 'types, primaryType, domain and message (EIP-712), as an object or its JSON text.',
  required: true,
  schema: {},
  parse: parseTypedData,
};

/** Signatures of messages and of structured data. */
export function messageMethods(signers: Signers, texts: LongTexts): Methods {
  const personalSign = (who: Address, bytes: Uint8Array): JsonValue =>
    toHex(signers.signDigest(messageDigest(bytes), who));
  const signatureText = function* (who: Address, data: TypedData): Iterable<string> {
    const digest = yield* withoutText(digestOf(data));
    yield JSON.stringify(toHex(signers.signDigest(digest, who)));
  };
  const signTypedData = define(
    'Signs structured data (EIP-712).',
    [signer, typedData],
    dataSchema,
    ([who, data], call) => texts.make(() => signatureText(who, data), call),
  );
  return {
    eth_sign: define('Signs bytes as a message (EIP-191).', [signer, message], dataSchema, ([who, bytes]) =>
      personalSign(who, bytes),
    ),
    personal_sign: define(
      'Signs bytes as a message (EIP-191). The password is not used.',
      [message, signer, password],
      dataSchema,
      ([bytes, who]) => personalSign(who, bytes),
    ),
    eth_signTypedData: signTypedData,
    eth_signTypedData_v3: signTypedData,
    eth_signTypedData_v4: signTypedData,
  };
}

/** Throws an RpcError when a value is not of its declared type. */
function* digestOf(data: TypedData): Steps<Uint8Array> {
  try {
    return yield* typedDataDigest(data);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcError(-32602, `invalid argument 1: ${error.message}`);
    throw error;
  }
}
