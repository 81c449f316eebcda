import type { TransactionLocation } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import { type CommittedBlock, type JsonValue, type NodeControl, RpcError } from '../types.ts';

/** Code of EIP-7966 for a transaction that still waits when the time is over. */
const stillWaiting = 4;

/**
 * Submits, and resolves with the receipt of the transaction, as `read` returns it, once it is in a block. Rejects with
 * what `submit` rejects with, or with an RpcError after that many milliseconds.
 */
export function awaitReceipt(
  node: Pick<NodeControl, 'onBlock'>,
  hash: Hash,
  milliseconds: number,
  submit: () => Promise<unknown>,
  read: (at: TransactionLocation) => JsonValue | Promise<JsonValue>,
): Promise<JsonValue> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    // listens first: the block may be committed before the submission resolves
    const stop = node.onBlock(
      { kind: 'client', name: 'wait for a receipt', onFault: (error) => fail(error) },
      (committed) => {
        const at = locate(committed, hash);
        if (at === undefined) return;
        end();
        resolve(read(at));
      },
    );
    const timer = setTimeout(() => fail(tooLate(hash, milliseconds)), milliseconds);
    const end = () => {
      clearTimeout(timer);
      stop();
    };
    submit().catch(fail);
  });
}

function tooLate(hash: Hash, milliseconds: number): RpcError {
  const words = `The transaction was added to the transaction pool but wasn't processed in ${milliseconds / 1000}s`;
  return new RpcError(stillWaiting, words, hash);
}

function locate({ block: { header, transactions } }: CommittedBlock, hash: Hash): TransactionLocation | undefined {
  const index = transactions.findIndex((tx) => tx.hash === hash);
  return index < 0 ? undefined : { height: header.number, index };
}
