import { addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { keccak256 } from '../../primitives/crypto/keccak.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { rlpInteger } from '../../primitives/rlp/item.ts';
import { accountOf, signFrom, type TransferFields } from '../../testing/sign-from.ts';
import { callNode } from './call-node.ts';

/** Counts its calls in slot 0 (PUSH0 SLOAD PUSH1 1 ADD PUSH0 SSTORE STOP), behind the code that returns it. */
const counterInitcode = fromHex('0x675f546001015f55005f5260086018f3');
const batch = 8;

/**
 * Keeps a node busy from one development account: creates a counter, then sends transfers and calls of it in turns, a
 * batch at a time. Rejects when the node is gone.
 */
export async function keepBusy(url: string, account: number): Promise<never> {
  const sender = accountOf(account);
  const [count] = await callNode(url, [['eth_getTransactionCount', sender, 'latest']]);
  let nonce = BigInt(String(count));
  const signNext = (fields: TransferFields) =>
    toHex(signFrom(account, { cap: 10n ** 12n, ...fields, nonce: nonce++ }).raw);
  const place = encodeRlp([addressToBytes(sender), rlpInteger(nonce)]);
  const call = { to: addressFromBytes(keccak256(place).subarray(12)), value: 0n, gasLimit: 60_000n };
  const create = signNext({ to: undefined, value: 0n, data: counterInitcode, gasLimit: 100_000n });
  await callNode(url, [['eth_sendRawTransaction', create]]);
  for (;;) {
    const signed = Array.from({ length: batch }, (_, index) => signNext(index % 2 === 0 ? call : {}));
    await callNode(
      url,
      signed.map((raw) => ['eth_sendRawTransaction', raw]),
    );
  }
}
