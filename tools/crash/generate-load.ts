import { keccak256 } from '@qord/curves/keccak';
import { Interface } from 'ethers';
import { bankAddress, xqoreAddress } from '#qord/modules/addresses.ts';
import { addressFromBytes, addressToBytes } from '#qord/primitives/address.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { encodeRlp } from '#qord/primitives/rlp/encode.ts';
import { rlpInteger } from '#qord/primitives/rlp/item.ts';
import { accountOf, signFrom, type TransferFields, unusedAccount } from '#qord/testing/sign-from.ts';
import { callNode } from './call-node.ts';
import type { CrashObserver } from './crash-observer.ts';

/** Counts its calls in slot 0 (PUSH0 SLOAD PUSH1 1 ADD PUSH0 SSTORE STOP), behind the code that returns it. */
const counterInitcode = fromHex('0x675f546001015f55005f5260086018f3');
const batch = 8;

const calls = new Interface(['function send(string,uint256,string)', 'function lock(uint256)']);
const encode = (name: string, ...args: readonly unknown[]) =>
  fromHex(calls.encodeFunctionData(name, args) as `0x${string}`);
/** A payment with a memo, and a lock of coins: both write records and emit logs. */
const moduleCalls: readonly TransferFields[] = [
  { to: bankAddress, value: 0n, gasLimit: 300_000n, data: encode('send', unusedAccount, 1, 'memo') },
  { to: xqoreAddress, value: 0n, gasLimit: 300_000n, data: encode('lock', 10_000_000) },
];

/**
 * Keeps a node busy from one development account: creates a counter, then sends transfers, calls of it and calls of
 * modules in turns, a batch at a time, and records what the node accepted. Rejects when the node has ended.
 */
export async function generateLoad(url: string, account: number, observer: CrashObserver): Promise<never> {
  const sender = accountOf(account);
  const [count] = await callNode(url, [['eth_getTransactionCount', sender, 'latest']]);
  let nonce = BigInt(String(count));
  const place = encodeRlp([addressToBytes(sender), rlpInteger(nonce)]);
  const call = { to: addressFromBytes(keccak256(place).subarray(12)), value: 0n, gasLimit: 60_000n };
  const create = { to: undefined, value: 0n, data: counterInitcode, gasLimit: 100_000n };
  const kinds: readonly TransferFields[] = [{}, call, {}, ...moduleCalls];
  const send = async (fields: readonly TransferFields[]) => {
    const signed = fields.map((one) => signFrom(account, { cap: 10n ** 12n, ...one, nonce: nonce++ }));
    const taken = await callNode(
      url,
      signed.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)]),
    );
    observer.addAccepted(signed.filter(({ hash }) => taken.includes(hash)));
  };
  await send([create]);
  for (let next = 0; ; next += batch) {
    await send(Array.from({ length: batch }, (_, index) => kinds[(next + index) % kinds.length] ?? {}));
  }
}
