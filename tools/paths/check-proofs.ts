import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import { keccak256 } from '@qord/curves/keccak';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { decodeRlp } from '#qord/primitives/rlp/decode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp } from '#qord/primitives/rlp/item.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';
import type { Ledger } from './ledger.ts';
import type { Workload } from './workload.ts';

type Proof = {
  readonly accountProof: readonly string[];
  readonly balance: string;
  readonly nonce: string;
  readonly codeHash: string;
  readonly storageHash: string;
  readonly storageProof: readonly { readonly value: string; readonly proof: readonly string[] }[];
};

const slots = ['0x0', '0x1', '0x5'].map((slot) => `0x${slot.slice(2).padStart(64, '0')}`);
const emptyRoot = toHex(keccak256(Uint8Array.of(0x80)));

/** Verifies a proof at a random block against its root, and compares what it proves with the other methods. */
export async function checkProof(
  eth: Client,
  { ledger, workload }: { ledger: Ledger; workload: Workload },
  random: Random,
): Promise<void> {
  const { height, stateRoot: root } = ledger.blocks[random.below(ledger.blocks.length)] ?? ledger.head;
  const [address, block] = [workload.address(), `0x${height.toString(16)}`];
  const proof = await eth<Proof>('eth_getProof', address, slots, block);
  const what = `of ${address} at block ${block}`;
  const account = await proven(root, address, proof.accountProof);
  const [nonce, balance, storageRoot, codeHash] =
    account === null ? [] : listFromRlp(decodeRlp(account)).map((item) => bytesFromRlp(item));
  const quantity = (bytes: Uint8Array | undefined) =>
    `0x${(bytes === undefined ? 0n : integerFromRlp(bytes)).toString(16)}`;
  assertSame(
    `proven and named nonce and balance ${what}`,
    [quantity(nonce), quantity(balance)],
    [proof.nonce, proof.balance],
  );
  const answers = await Promise.all([
    eth('eth_getTransactionCount', address, block),
    eth('eth_getBalance', address, block),
    ...slots.map((slot) => eth<string>('eth_getStorageAt', address, slot, block)),
  ]);
  const values = proof.storageProof.map(({ value }) => `0x${value.slice(2).padStart(64, '0')}`);
  assertSame(`proof and reads ${what}`, [proof.nonce, proof.balance, ...values], answers);
  const code = await eth<string>('eth_getCode', address, block);
  if (codeHash !== undefined)
    assertSame(`proven hash and code ${what}`, toHex(codeHash), toHex(keccak256(fromHex(code))));
  if (storageRoot !== undefined) assertSame(`proven root of storage ${what}`, toHex(storageRoot), proof.storageHash);
  const isModule = code === '0xfe'; // values of a module have any length: they are bytes
  if (storageRoot === undefined || proof.storageHash === emptyRoot || isModule) return;
  for (const [index, { value, proof: path }] of proof.storageProof.entries()) {
    const word = await proven(proof.storageHash, slots[index] ?? '', path);
    const found = word === null ? '0x0' : quantity(bytesFromRlp(decodeRlp(word)));
    assertSame(`proven and named slot ${slots[index]} ${what}`, found, value);
  }
}

/** What an independent implementation finds under the key; null when nothing is there. */
async function proven(root: string, key: string, proof: readonly string[]): Promise<Uint8Array | null> {
  return verifyMPTWithMerkleProof(await createMPT(), fromHex(root), keccak256(fromHex(key)), proof.map(fromHex));
}
