import { base58 } from '@scure/base';
import { CodecError } from '../../kernel/codec/codec.ts';
import { amount, blob, count } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import type { KeyPart } from '../../kernel/module-sdk/record-key.ts';
import { parseAccountText } from '../../primitives/account-text.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import { svmAddress } from '../addresses.ts';

const { table } = recordsOf(svmAddress);

/** Digits of 32 bytes in base58, whose decoding is quadratic in its length. */
const maxKeyDigits = 44;

function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch (error) {
    rethrowProcessError(error);
    return undefined;
  }
}

/** The 32-byte key of an account on the SVM side; base58 outside. */
function svmKey(name: string, doc: string): KeyPart<Uint8Array> {
  return {
    name,
    doc,
    toDigits: (key) => Buffer.from(key).toString('hex'),
    decode: (bytes) => ({ value: bytes.slice(0, 32), size: 32 }),
    toPlain: (key) => base58.encode(key),
    fromText: (text) => {
      const key = text.length > maxKeyDigits ? undefined : decodeBase58(text);
      if (key?.length === 32) return key;
      throw new CodecError('must be base58 of 32 bytes', name);
    },
  };
}

/** Lamports of accounts whose key is no native account. An emptied account has no record. */
export const accounts = table(
  1,
  'account',
  'Lamports of the accounts of the SVM only.',
  [svmKey('key', 'the account in base58')],
  amount,
);
export const programs = table(
  2,
  'program',
  'Programs there are.',
  [svmKey('program', 'the program in base58')],
  struct({
    /** who may replace it; no bytes when nobody may */
    upgrade_authority: blob,
    deploy_slot: count,
    last_deploy_slot: count,
  }),
);
export const sequences = table(
  3,
  'sequence',
  'Withdrawals that each account has signed so far; kept when it is emptied, so that none counts twice.',
  [svmKey('key', 'the account in base58')],
  count,
);

/** Executable from the first block on: system, token, associated token, memo, and the two of this chain. */
export const genesisPrograms: readonly string[] = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'QorPQC1111111111111111111111111111111111111',
  'QorAi11111111111111111111111111111111111111',
];

/** The key of an SVM-only account; undefined for any other text. */
export function svmOnlyKey(text: string): Uint8Array | undefined {
  try {
    const named = parseAccountText(text);
    return named.kind === 'svm-only' ? named.key : undefined;
  } catch (error) {
    rethrowProcessError(error);
    return undefined;
  }
}
