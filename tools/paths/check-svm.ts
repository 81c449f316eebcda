import { type Address, toBase58, zeroAddress } from '#qord/primitives/address.ts';
import { signatureTextOfHash } from '#qord/svm/signature-text.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';
import type { Ledger } from './ledger.ts';

type Clients = { readonly eth: Client; readonly svm: Client };
type Value<T> = { readonly value: T };
type Account = { readonly lamports: number };

/** Compares what only the SVM interface says of accounts, blocks and transactions with the EVM interface. */
export async function checkSvm(
  clients: Clients,
  { ledger, accounts, svmOnly }: { ledger: Ledger; accounts: readonly Address[]; svmOnly: readonly string[] },
  random: Random,
): Promise<void> {
  await checkAccounts(clients, accounts);
  await checkBlocks(clients, ledger, random);
  await checkStatuses(clients, ledger, random);
  for (const key of svmOnly) {
    const { value } = await clients.svm<Value<number>>('getBalance', key);
    const info = await clients.svm<Value<Account | null>>('getAccountInfo', key, { encoding: 'base64' });
    assertSame(`getBalance and getAccountInfo of ${key}`, value, info.value?.lamports ?? 0);
    const minimum = await clients.svm<number>('getMinimumBalanceForRentExemption', 0);
    if (value > 0 && value < minimum) throw new Error(`${key} has ${value} lamports, less than ${minimum}`);
  }
}

async function checkAccounts({ eth, svm }: Clients, accounts: readonly Address[]): Promise<void> {
  const keys = accounts.map(toBase58);
  const together = await svm<Value<readonly (Account | null)[]>>('getMultipleAccounts', keys, { encoding: 'base64' });
  for (const [index, address] of accounts.entries()) {
    const key = keys[index];
    const wei = BigInt(await eth<string>('eth_getBalance', address, 'latest'));
    const { value: lamports } = await svm<Value<number>>('getBalance', key);
    const { value: alone } = await svm<Value<Account | null>>('getAccountInfo', key, { encoding: 'base64' });
    const ofProgram = address === zeroAddress ? 1n : 0n; // its key is that of the system program, which shows 1 lamport
    assertSame(`getBalance and eth_getBalance of ${address}`, lamports, Number(wei / 10n ** 9n + ofProgram));
    assertSame(`getAccountInfo and getMultipleAccounts of ${address}`, alone, together.value[index] ?? null);
    assertSame(`getAccountInfo and getBalance of ${address}`, alone?.lamports ?? 0, lamports);
  }
}

async function checkBlocks({ svm }: Clients, { blocks, head }: Ledger, random: Random): Promise<void> {
  assertSame('getSlot and eth_blockNumber', await svm('getSlot'), head.height);
  assertSame('getBlockHeight and eth_blockNumber', await svm('getBlockHeight'), head.height);
  const count = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0);
  assertSame('getTransactionCount and a scan', await svm('getTransactionCount'), count);
  const [one, other] = [random.below(blocks.length), random.below(blocks.length)];
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  const range = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  assertSame(`getBlocks ${from} to ${to}`, await svm('getBlocks', from, to), range);
  assertSame(`getBlocksWithLimit from ${from}`, await svm('getBlocksWithLimit', from, range.length), range);
  const { hash = '', timestamp } = blocks[one] ?? head;
  assertSame(`getBlockTime and the block ${hash}`, await svm('getBlockTime', one), Number(timestamp));
}

async function checkStatuses({ svm }: Clients, ledger: Ledger, random: Random): Promise<void> {
  const receipts = ledger.blocks.flatMap(({ height, receipts }) =>
    receipts.map(({ transactionHash, status }) => ({ transactionHash, status, height })),
  );
  const sample = Array.from({ length: 8 }, () => receipts[random.below(receipts.length)]).flatMap((each) => each ?? []);
  const signatures = sample.map(({ transactionHash }) =>
    signatureTextOfHash(Buffer.from(transactionHash.slice(2), 'hex')),
  );
  type Status = { readonly slot: number; readonly err: unknown };
  const options = { searchTransactionHistory: true };
  const { value } = await svm<Value<readonly (Status | null)[]>>('getSignatureStatuses', signatures, options);
  assertSame(
    'getSignatureStatuses and receipts',
    value.map((status) => status && { slot: status.slot, isError: status.err !== null }),
    sample.map(({ height, status }) => ({ slot: height, isError: status !== '0x1' })),
  );
}
