import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { type Methods, RpcFault } from '../contract.ts';
import { define } from '../dispatch/define.ts';
import { dataParam, hashSchema } from '../params/bytes.ts';
import type { EthLimits, EthParts } from './parts.ts';

const raw = dataParam('transaction', 'The signed transaction.');

/** Submission of signed transactions. */
export function submitMethods({ node, limits }: Pick<EthParts, 'node' | 'limits'>): Methods {
  return {
    eth_sendRawTransaction: define(
      'Hands a signed transaction to the network; answers its hash.',
      [raw],
      hashSchema,
      async ([bytes]) => {
        requireSubmission(limits);
        const transaction = decodeTransaction(bytes);
        await node.submit(transaction);
        return transaction.hash;
      },
    ),
  };
}

/** Throws an RpcFault where transactions are not accepted. */
export function requireSubmission({ readOnly }: EthLimits): void {
  if (readOnly) throw new RpcFault(-32000, 'this interface is read-only: transactions are not accepted here');
}
