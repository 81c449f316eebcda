import assert from 'node:assert/strict';
import type { Receipt } from '#qord/chain/types.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { fromHex, type Hex } from '#qord/primitives/hex.ts';
import { decodeRlp } from '#qord/primitives/rlp/decode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp } from '#qord/primitives/rlp/item.ts';
import type { Account } from '#qord/state/types.ts';
import { toSignature } from '#qord/svm/signature.ts';
import type { Question } from './auditor.ts';

type Trace = { readonly txHash: string; readonly result: { readonly gasUsed: string; readonly error?: string } };
type Known = {
  readonly transactions: readonly string[];
  readonly receipts: readonly Receipt[];
  readonly stateRoot: Hash;
};
type Parties = Pick<Account, 'balance' | 'nonce'>;

/** Asserts that the traces of a block have the gas and the success of its receipts. */
export function assertTraces(found: unknown, at: string, { transactions, receipts }: Known): void {
  const traced = (found as readonly Trace[]).map(({ txHash, result: { gasUsed, error } }) => [
    txHash,
    BigInt(gasUsed),
    error === undefined ? 1 : 0,
  ]);
  const expected = transactions.map((hash, index) => [hash, receipts[index]?.gasUsed, receipts[index]?.status]);
  assert.deepEqual(traced, expected, `traces of ${at}`);
}

/** A proof of an account: each node has the hash that the one before it names, the first that of the header. */
export function proofQuestion(account: string, at: string, known: Known, { balance, nonce }: Parties): Question {
  return {
    method: 'eth_getProof',
    params: [account, [], at],
    check: (found) => {
      const { accountProof, ...named } = found as { accountProof: readonly Hex[]; balance: string; nonce: string };
      const nodes = accountProof.map(fromHex);
      let named32 = fromHex(known.stateRoot);
      for (const [index, node] of nodes.entries()) {
        const hash = fromHex(keccakHash(node));
        assert.ok(
          Buffer.from(named32).includes(Buffer.from(hash)),
          `node ${index} of the proof of ${account} at ${at} is named`,
        );
        named32 = node;
      }
      assert.deepEqual([BigInt(named.balance), BigInt(named.nonce)], [balance, nonce], `eth_getProof at ${at}`);
      if (balance > 0n)
        assert.deepEqual(provenIn(nodes.at(-1)), [nonce, balance], `what is proven of ${account} at ${at}`);
    },
  };
}

/** Nonce and balance in a leaf of the state tree. */
function provenIn(leaf: Uint8Array = new Uint8Array()): readonly bigint[] {
  const [, value] = listFromRlp(decodeRlp(leaf));
  const [nonce, balance] = listFromRlp(decodeRlp(bytesFromRlp(value)));
  return [integerFromRlp(nonce), integerFromRlp(balance)];
}

/** The same block and transaction, as the SVM interface shows them. */
export function svmQuestions(height: number, place: number, { transactions, receipts }: Known): readonly Question[] {
  const hash = transactions[place];
  const receipt = receipts[place];
  const block: Question = {
    method: 'getBlock',
    params: [height, { transactionDetails: 'signatures', maxSupportedTransactionVersion: 0 }],
    check: (found) => {
      const { signatures } = found as { readonly signatures: readonly string[] };
      assert.deepEqual(
        signatures,
        transactions.map((each) => toSignature(each as Hash)),
        `getBlock ${height}`,
      );
    },
  };
  if (hash === undefined || receipt === undefined) return [block];
  return [
    block,
    {
      method: 'getTransaction',
      params: [toSignature(hash as Hash), { maxSupportedTransactionVersion: 0 }],
      check: (found) => {
        const { slot, meta } = found as { slot: number; meta: { err: unknown; computeUnitsConsumed: number } };
        const shown = [slot, meta.err === null ? 1 : 0, BigInt(meta.computeUnitsConsumed)];
        assert.deepEqual(shown, [height, receipt.status, receipt.gasUsed], `getTransaction of ${hash}`);
      },
    },
  ];
}
