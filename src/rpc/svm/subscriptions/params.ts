import { isObject } from '../../../primitives/objects.ts';
import { parsePublicKey } from '../../../svm/public-key.ts';
import { parseSignature } from '../../../svm/signature.ts';
import type { Param } from '../../method.ts';
import { mapValue, type ParamType, paramOf } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import { wrongType } from '../params/json-type.ts';
import type { Key, SignatureText } from '../params/keys.ts';
import { listType, textType, u64Type, variantType } from '../params/svm-type.ts';

/** Parameters of subscriptions. The reference has other error texts for keys here than in other methods. */

/** The transactions that a log subscription is for: all, or those that touched an account. */
export type LogsFilter = { readonly mentions: Key | undefined };

export const subscribedKeyParam: Param<Key> = paramOf('pubkey', 'The account, in base58.', subscribedKeyType('pubkey'));

export const subscribedSignatureParam: Param<SignatureText> = paramOf(
  'signature',
  'The signature, in base58.',
  mapValue(textType, (text) => ({ text, transaction: provided('signature', () => parseSignature(text)) })),
);

const mentionsType = mapValue(variantType({ mentions: listType(textType) }), ({ value: mentions }): LogsFilter => {
  const [only] = mentions;
  if (only === undefined || mentions.length > 1) throw invalidParams('Invalid Request: Only 1 address supported');
  return { mentions: subscribedKeyType('mentions').parse(only) };
});

const logsFilterType: ParamType<LogsFilter> = {
  parse: (json) => {
    if (json === 'all' || json === 'allWithVotes') return { mentions: undefined };
    if (!isObject(json)) throw wrongType(json, '`all`, `allWithVotes` or an object with `mentions`');
    return mentionsType.parse(json);
  },
  schema: { anyOf: [{ enum: ['all', 'allWithVotes'] }, mentionsType.schema] },
};

/** The blocks that a subscription is for: all, or those with a transaction that mentions an account. */
export type BlockFilter = LogsFilter;

const mentionedType = mapValue(variantType({ mentionsAccountOrProgram: textType }), ({ value }): BlockFilter => {
  return { mentions: subscribedKeyType('mentions_account_or_program').parse(value) };
});

const blockFilterType: ParamType<BlockFilter> = {
  parse: (json) => {
    if (json === 'all') return { mentions: undefined };
    if (!isObject(json)) throw wrongType(json, '`all` or an object with `mentionsAccountOrProgram`');
    return mentionedType.parse(json);
  },
  schema: { anyOf: [{ enum: ['all'] }, mentionedType.schema] },
};

export const blockFilterParam: Param<BlockFilter> = paramOf(
  'filter',
  'all, or {mentionsAccountOrProgram: an account, in base58}.',
  blockFilterType,
);

export const logsFilterParam: Param<LogsFilter> = paramOf(
  'filter',
  'all, allWithVotes, or {mentions: [an account, in base58]}.',
  logsFilterType,
);

export const subscriptionIdParam: Param<number> = paramOf(
  'subscription',
  'The result of the subscription call.',
  mapValue(u64Type, Number),
);

function subscribedKeyType(name: string): ParamType<Key> {
  return mapValue(textType, (text) => ({ text, bytes: provided(name, () => parsePublicKey(text)) }));
}

function provided<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw invalidParams(`Invalid Request: Invalid ${name} provided`);
  }
}
