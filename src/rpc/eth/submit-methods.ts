import { define, defineTogether, ofChain, optional } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { requireSubmission } from '../evm-common/require-submission.ts';
import { receiptSchema } from '../evm-common/schemas.ts';
import type { WatchQuotas } from '../evm-common/watch-quotas.ts';
import type { Methods } from '../method.ts';
import { dataParam, hashSchema } from '../params/bytes.ts';
import { paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import type { ReceiptReader } from './receipt-methods.ts';
import { ReceiptWaiters } from './receipt-waiters.ts';

const raw = dataParam('transaction', 'The signed transaction.');

/** milliseconds */
const defaultWaitMs = 20_000;
const maxWaitMs = 60_000;
const timeout = optional(
  paramOf('timeout', `Milliseconds to wait, ${maxWaitMs} at most; ${defaultWaitMs} when left out.`, looseCountType),
  defaultWaitMs,
);

/** Submission of signed transactions. */
export function submitMethods(
  { chain, node, limits }: Pick<EthDependencies, 'chain' | 'node' | 'limits'>,
  receipts: ReceiptReader,
  quotas: WatchQuotas,
): Methods {
  const waiters = new ReceiptWaiters({ chain, node }, quotas, receipts);
  return {
    eth_sendRawTransaction: defineTogether(
      'Submits a signed transaction and returns its hash.',
      [raw],
      hashSchema,
      async ([bytes], { client }) => {
        requireSubmission(limits);
        return await node.submit(bytes, client);
      },
      async (requests, { client }) => {
        requireSubmission(limits);
        return await node.submitAll(
          requests.map(([bytes]) => bytes),
          client,
        );
      },
    ),
    eth_sendRawTransactionSync: ofChain(
      define(
        'Submits a signed transaction and waits for its receipt (EIP-7966).',
        [raw, timeout],
        receiptSchema,
        async ([bytes, milliseconds], call) => {
          requireSubmission(limits);
          const wait = Math.min(milliseconds, maxWaitMs);
          return await node.submitThrough(bytes, call.client, ({ hash }, add) => waiters.wait(hash, wait, add, call));
        },
      ),
    ),
  };
}
