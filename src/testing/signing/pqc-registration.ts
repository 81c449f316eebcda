import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { pqcAddress } from '../../modules/addresses.ts';
import { createPqc } from '../../modules/pqc/index.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { privateKeyOf } from '../sign-from.ts';
import type { TestPqcKey } from './hybrid.ts';

/** The first transaction of a development account: a plain one that registers the key. */
export function pqcRegistration(account: number, { publicKey }: TestPqcKey): Transaction {
  const call = createPqc({ isAuthority: () => false }).calls.find(({ name }) => name === 'registerKey');
  const { inputs } = parseSignature('registerKey(uint8 a, bytes b, bytes c, string d)');
  const values = { a: 1n, b: publicKey, c: emptyBytes, d: 'hybrid' };
  const data = concatBytes(fromHex(call?.selector ?? '0x'), encodeAbi(inputs, values));
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n };
  const fields = { chainId: 9800n, nonce: 0n, gasLimit: 5_000_000n, to: pqcAddress, value: 0n, data, accessList: [] };
  return signTransaction({ type: 2, ...fees, ...fields }, privateKeyOf(account));
}
