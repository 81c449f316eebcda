import { authorizationsOf, hybridType, type Transaction } from '../../kernel/transaction/transaction.ts';
import { define, defineTogether, ofChain, optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { requireSubmission } from '../evm-common/require-submission.ts';
import { receiptSchema } from '../evm-common/schemas.ts';
import type { WatchQuotas } from '../evm-common/watch-quotas.ts';
import type { Methods, Outcomes } from '../method.ts';
import { dataParam, hashSchema } from '../params/bytes.ts';
import { paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import type { Client } from '../session.ts';
import { InvalidSignatures } from './invalid-signatures.ts';
import type { ReceiptReader } from './receipt-methods.ts';
import { ReceiptWaiters } from './receipt-waiters.ts';

const raw = dataParam('transaction', 'The signed transaction.');

/** milliseconds */
const defaultWait = 20_000;
const maxWait = 60_000;
const timeout = optional(
  paramOf('timeout', `Milliseconds to wait, ${maxWait} at most; ${defaultWait} when left out.`, looseCountType),
  defaultWait,
);

/** Submission of signed transactions. */
export function submitMethods(
  { chain, node, limits, now }: Pick<EthDependencies, 'chain' | 'node' | 'limits' | 'now'>,
  receipts: ReceiptReader,
  quotas: WatchQuotas,
): Methods {
  const waiters = new ReceiptWaiters({ chain, node }, quotas, receipts);
  const invalid = new InvalidSignatures(limits.maxInvalidHybrids, now);
  const decode = (bytes: Uint8Array): Promise<Transaction> => {
    requireSubmission(limits);
    return node.decode(bytes);
  };
  const verify = async (transaction: Transaction, client: Client): Promise<void> => {
    invalid.assertAllowed(transaction, client);
    try {
      await node.verifyAhead(transaction);
    } catch (error) {
      invalid.count(error, client);
      throw error;
    }
  };
  // one after the other, so that an invalid signature is counted before the next of its batch is verified
  const verifyAll = async (
    decoded: readonly PromiseSettledResult<Transaction>[],
    client: Client,
  ): Promise<ReadonlyMap<number, unknown>> => {
    const errors = new Map<number, unknown>();
    for (const [index, each] of decoded.entries()) {
      if (each.status === 'rejected' || !isVerifiedAhead(each.value)) continue;
      await verify(each.value, client).catch((error: unknown) => errors.set(index, error));
    }
    return errors;
  };
  // waits for all senders, so that no block is made between two transactions of a batch
  const submitTogether = async (raws: readonly Uint8Array[], client: Client): Promise<Outcomes> => {
    const decoded = await Promise.allSettled(raws.map(decode));
    const errors = await verifyAll(decoded, client);
    return decoded.map((each, index) => {
      if (each.status === 'rejected') return each;
      try {
        if (errors.has(index)) throw errors.get(index);
        node.submit(each.value);
        return { status: 'fulfilled', value: each.value.hash };
      } catch (reason) {
        return { status: 'rejected', reason };
      }
    });
  };
  return {
    eth_sendRawTransaction: defineTogether(
      'Submits a signed transaction and returns its hash.',
      [raw],
      hashSchema,
      async ([bytes], { client }) => {
        const transaction = await decode(bytes);
        if (isVerifiedAhead(transaction)) await verify(transaction, client);
        node.submit(transaction);
        return transaction.hash;
      },
      (requests, { client }) =>
        submitTogether(
          requests.map(([bytes]) => bytes),
          client,
        ),
    ),
    eth_sendRawTransactionSync: ofChain(
      define(
        'Submits a signed transaction and waits for its receipt (EIP-7966).',
        [raw, timeout],
        receiptSchema,
        async ([bytes, milliseconds], call) => {
          const transaction = await decode(bytes);
          if (isVerifiedAhead(transaction)) await verify(transaction, call.client);
          const wait = Math.min(milliseconds, maxWait);
          return waiters.wait(transaction.hash, wait, () => node.submit(transaction), call);
        },
      ),
    ),
  };
}

/** Whether something of it takes long and may be done before it is submitted. */
function isVerifiedAhead(tx: Transaction): boolean {
  return tx.type === hybridType || authorizationsOf(tx).length > 0;
}
