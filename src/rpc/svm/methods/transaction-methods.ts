import type { ChainReader, TransactionLocation } from '../../../chain/types.ts';
import { define, ofChain } from '../../dispatch/define.ts';
import { BlockReads } from '../../execution/long-blocks.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Methods } from '../../method.ts';
import { mapValue } from '../../params/param-type.ts';
import { withContext } from '../context.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { transactionRead } from '../long-block-reads.ts';
import { encodeStatus, outcomeOf } from '../outcome.ts';
import { contextMembers, contextOptionsOf, headFor, optionsParam } from '../params/context-options.ts';
import { type SignatureText, signatureParam, signaturesParam } from '../params/keys.ts';
import { booleanType, optionsType } from '../params/svm-type.ts';
import { transactionOptionsParam } from '../params/transaction-options.ts';
import { contextOf, listOf, object, orNull } from '../schemas.ts';

const maxStatuses = 256;

/** Transactions by signature. */
export function transactionMethods({ chain, executor }: Pick<SvmDependencies, 'chain' | 'executor'>): Methods {
  const reads = new BlockReads(chain, executor);
  return {
    getTransaction: ofChain(
      define(
        'A transaction in SVM shape; null when there is none with that signature.',
        [signatureParam('signature', 'Its signature, in base58.'), transactionOptionsParam],
        orNull(object),
        ([signature, options], call) => {
          headFor(chain, options);
          const at = locate(chain, signature);
          if (at === undefined) return null;
          const { height, index } = at;
          const request = { block: { by: 'height', height }, index, options } as const;
          return reads.read(transactionRead, request, call);
        },
      ),
    ),
    getSignatureStatuses: define(
      `Outcome of up to ${maxStatuses} transactions; null for each that is in no block.`,
      [signaturesParam('signatures', 'Their signatures, in base58.', maxStatuses), statusOptionsParam],
      contextOf(listOf(orNull(object))),
      ([signatures, options]) => {
        const head = headFor(chain, options);
        return withContext(
          head.number,
          signatures.map((signature) => statusOf(chain, signature)),
        );
      },
    ),
  };
}

/** `searchTransactionHistory` makes no difference: the whole history is always searched. */
const statusOptionsParam = optionsParam(
  mapValue(optionsType({ ...contextMembers, searchTransactionHistory: booleanType }), contextOptionsOf),
  'Options: searchTransactionHistory.',
);

function locate(chain: ChainReader, { transaction }: SignatureText): TransactionLocation | undefined {
  return transaction === undefined ? undefined : chain.locate(transaction);
}

function statusOf(chain: ChainReader, signature: SignatureText): JsonValue {
  const at = locate(chain, signature);
  const outcome = at === undefined ? undefined : outcomeOf(chain, at);
  if (at === undefined || outcome === undefined) return null;
  const { error } = outcome;
  return {
    confirmationStatus: 'finalized',
    confirmations: null,
    err: error,
    slot: at.height,
    status: encodeStatus(error),
  };
}
