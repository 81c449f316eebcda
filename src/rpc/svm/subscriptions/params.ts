import { parsePublicKey } from '../../../svm/public-key.ts';
import { parseSignature } from '../../../svm/signature.ts';
import type { Param } from '../../types.ts';
import { invalidParams } from '../errors.ts';
import { wrongType } from '../params/json-type.ts';
import type { Key, SignatureText } from '../params/keys.ts';
import { isObject, readList, readText } from '../params/read.ts';

/** Parameters of subscriptions. The reference words errors in keys differently here than in other methods. */

/** Which log messages a subscription is for: of all transactions, or of those that touched an account. */
export type LogsFilter = { readonly mentions: Key | undefined };

export const subscribedKeyParam: Param<Key> = {
  name: 'pubkey',
  description: 'The account, in base58.',
  required: true,
  parse: (json) => readSubscribedKey(json, 'pubkey'),
  schema: { type: 'string' },
};

export const subscribedSignatureParam: Param<SignatureText> = {
  name: 'signature',
  description: 'The signature, in base58.',
  required: true,
  parse: (json) => {
    const text = readText(json);
    return { text, transaction: provided('signature', () => parseSignature(text)) };
  },
  schema: { type: 'string' },
};

export const logsFilterParam: Param<LogsFilter> = {
  name: 'filter',
  description: 'all, allWithVotes, or {mentions: [an account, in base58]}.',
  required: true,
  parse: (json) => {
    if (json === 'all' || json === 'allWithVotes') return { mentions: undefined };
    if (!isObject(json)) throw wrongType(json, '`all`, `allWithVotes` or an object with `mentions`');
    const mentions = readList(json.mentions, readText);
    const [only] = mentions;
    if (only === undefined || mentions.length > 1) throw invalidParams('Invalid Request: Only 1 address supported');
    return { mentions: readSubscribedKey(only, 'mentions') };
  },
  schema: { anyOf: [{ enum: ['all', 'allWithVotes'] }, { type: 'object' }] },
};

export const subscriptionIdParam: Param<number> = {
  name: 'subscription',
  description: 'What the subscription call returned.',
  required: true,
  parse: (json) => {
    if (typeof json !== 'number') throw wrongType(json, 'u64');
    return json;
  },
  schema: { type: 'integer', minimum: 0 },
};

function readSubscribedKey(json: unknown, name: string): Key {
  const text = readText(json);
  return { text, bytes: provided(name, () => parsePublicKey(text)) };
}

function provided<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw invalidParams(`Invalid Request: Invalid ${name} provided`);
  }
}
