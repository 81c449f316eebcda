import { fromSvmKey } from '../../../primitives/address.ts';
import { parsePublicKey } from '../../../svm/public-key.ts';
import { maxAccountBytes, rentExemptMinimum } from '../../../svm/rent.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods, Param } from '../../method.ts';
import { mapValue, paramOf } from '../../params/param-type.ts';
import { blockhashLifetime, isRecentBlockhash, toBlockhash } from '../blockhash.ts';
import { withContext } from '../context.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { invalidRequest } from '../errors.ts';
import { contextParam, headFor } from '../params/context-options.ts';
import { type Key, keyType, limitedListType, withKeyErrors } from '../params/keys.ts';
import { messageParam } from '../params/message.ts';
import { optionalParam, textType, usizeType } from '../params/svm-type.ts';
import { prioritizationFeesExecution } from '../prioritization-fees.ts';
import { boolean, contextOf, integer, listOf, object, orNull } from '../schemas.ts';
import { nextBaseFee, transferLamports } from '../transfer-fee.ts';

const maxFeeAccounts = 128;

const dataLengthParam: Param<bigint> = paramOf(
  'dataLength',
  'Bytes of data of the account.',
  mapValue(usizeType, BigInt),
);

/** Unlike in other methods, the error for an invalid key is a single word, as in the reference. */
export const blockhashParam: Param<Uint8Array> = paramOf(
  'blockhash',
  'The block hash, in base58.',
  mapValue(textType, (text) => withKeyErrors(() => parsePublicKey(text), '')),
);

const feeAccountsParam: Param<readonly Key[]> = optionalParam(
  'accounts',
  'Accounts, in base58.',
  limitedListType(keyType, maxFeeAccounts),
  [],
);

/** Recent block hashes, and what things cost. */
export function feeMethods({ chain, executor }: Pick<SvmDependencies, 'chain' | 'executor'>): Methods {
  return {
    getLatestBlockhash: define('Hash of the newest block.', [contextParam], contextOf(object), ([options]) => {
      const head = headFor(chain, options);
      const value = { blockhash: toBlockhash(head.hash), lastValidBlockHeight: head.number + blockhashLifetime };
      return withContext(head.number, value);
    }),
    isBlockhashValid: define(
      `Whether a block hash is one of the newest ${blockhashLifetime}.`,
      [blockhashParam, contextParam],
      contextOf(boolean),
      ([blockhash, options]) => {
        const head = headFor(chain, options);
        return withContext(head.number, isRecentBlockhash(chain, head, blockhash));
      },
    ),
    getFeeForMessage: define(
      'Lamports that plain transfers signed like the message cost in the next block; null when its block hash is too old.',
      [messageParam, contextParam],
      contextOf(orNull(integer)),
      ([message, options]) => {
        const head = headFor(chain, options);
        const isRecent = isRecentBlockhash(chain, head, message.recentBlockhash);
        return withContext(head.number, isRecent ? transferLamports(nextBaseFee(chain), message.signatures) : null);
      },
    ),
    getRecentPrioritizationFees: define(
      'Lowest tip paid in each of the newest blocks, in micro-lamports per gas; only by transactions that touched all ' +
        'the accounts, when some are given.',
      [feeAccountsParam],
      listOf(object),
      ([keys], call) => {
        const accounts = keys.map(({ bytes }) => fromSvmKey(bytes)).filter((account) => account !== undefined);
        return executor.run(prioritizationFeesExecution, { accounts }, call);
      },
    ),
    getMinimumBalanceForRentExemption: define(
      'Lamports an account with that much data needs to be exempt from rent.',
      [dataLengthParam, contextParam],
      integer,
      ([dataLength]) => {
        if (dataLength > maxAccountBytes) throw invalidRequest('Invalid request');
        return rentExemptMinimum(dataLength);
      },
    ),
  };
}
