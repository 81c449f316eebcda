import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { feeCap, type Transaction } from '../../kernel/transaction/transaction.ts';
import { formatQor } from '../../primitives/units.ts';
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
        const transaction = decodeTransaction(bytes);
        requireSubmittable(transaction, limits);
        await node.submit(transaction);
        return transaction.hash;
      },
    ),
  };
}

/** What this interface refuses although the chain would take it. Throws an RpcFault. */
export function requireSubmittable(transaction: Transaction, limits: EthLimits): void {
  if (limits.readOnly) throw new RpcFault(-32000, 'this interface is read-only: transactions are not accepted here');
  if (transaction.chainId === undefined) {
    throw new RpcFault(-32000, 'only replay-protected (EIP-155) transactions allowed over RPC');
  }
  const fee = feeCap(transaction) * transaction.gasLimit;
  if (limits.feeCap === 0n || fee <= limits.feeCap) return;
  const [asked, cap] = [formatQor(fee), formatQor(limits.feeCap)];
  throw new RpcFault(-32000, `tx fee (${asked} QOR) exceeds the configured cap (${cap} QOR)`);
}
