import type { Hash } from '../../primitives/hash.ts';
import { define, defineTogether, ofChain } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { timeoutParam } from '../evm-common/receipt-wait.ts';
import { requireSubmission } from '../evm-common/require-submission.ts';
import { receiptSchema } from '../evm-common/schemas.ts';
import type { Methods } from '../method.ts';
import { ownerOf } from '../owner-of.ts';
import { dataParam, hashSchema } from '../params/bytes.ts';
import type { ReceiptWaiters } from './receipt-waiters.ts';

const raw = dataParam('transaction', 'The signed transaction.');

/** Submission of signed transactions. */
export function submitMethods(
  { node, limits }: Pick<EthDependencies, 'node' | 'limits'>,
  waiters: ReceiptWaiters,
): Methods {
  return {
    eth_sendRawTransaction: defineTogether(
      'Submits a signed transaction and returns its hash.',
      [raw],
      hashSchema,
      async ([bytes], call) => {
        requireSubmission(limits);
        return await node.submit(bytes, ownerOf(call));
      },
      async (requests, call) => {
        requireSubmission(limits);
        return await node.submitAll(
          requests.map(([bytes]) => bytes),
          ownerOf(call),
        );
      },
    ),
    eth_sendRawTransactionSync: ofChain(
      define(
        'Submits a signed transaction and waits for its receipt (EIP-7966).',
        [raw, timeoutParam],
        receiptSchema,
        async ([bytes, milliseconds], call) => {
          requireSubmission(limits);
          const wait = ({ hash }: { readonly hash: Hash }, add: () => void) =>
            waiters.wait(hash, milliseconds, add, call);
          return await node.submitThrough(bytes, ownerOf(call), wait);
        },
      ),
    ),
  };
}
