import { mlDsaKeys, signMlDsa } from '@qord/curves/ml-dsa';
import { signHybridTransaction } from '../../kernel/transaction/hybrid.ts';
import type { DynamicFeeTransaction, Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { accountOf, privateKeyOf } from '../sign-from.ts';

/** A post-quantum key pair for tests. */
export type TestPqcKey = ReturnType<typeof mlDsaKeys>;

/** An ML-DSA-87 key pair, the same for the same byte. */
export function testPqcKey(byte: number): TestPqcKey {
  return mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(byte));
}

/** Gas of a hybrid transfer with ML-DSA-87: 21,000, 16 for each of 4,627 bytes, and 30,000. */
export const hybridTransferGas = 125_032n;

/** A hybrid transaction of a development account; what is left out makes a transfer of nothing. */
export function hybridFrom(
  account: number,
  key: TestPqcKey,
  changes: Partial<DynamicFeeTransaction> & { readonly nonce: bigint; readonly algorithmId?: number },
): Transaction {
  const { algorithmId = 1, ...fields } = changes;
  const tx: DynamicFeeTransaction = {
    ...{ type: 2, chainId: 9800n, gasLimit: 500_000n, to: accountOf(9), value: 0n },
    ...{ data: emptyBytes, accessList: [], maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n },
    ...fields,
  };
  const sign = (digest: Uint8Array) => signMlDsa('ml-dsa-87', key.privateKey, digest);
  return signHybridTransaction(tx, privateKeyOf(account), { algorithmId, sign });
}

/** Address of a development account. */
export function addressOf(account: number): Address {
  return accountOf(account);
}
