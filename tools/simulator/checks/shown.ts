import type { Receipt, SealedHeader } from '#qord/chain/types.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import type { Random } from '#qord/testing/random/random.ts';

/** What the interface of the EVM shows, whole, written from its specification (ethereum/execution-apis). */
export type Shown = Readonly<Record<string, unknown>>;

export type ShownLog = Shown & { readonly address: string; readonly topics: readonly string[] };

export type ShownReceipt = Shown & { readonly transactionHash: string; readonly logs: readonly ShownLog[] };

/** A transaction, and where it is in a block. */
export type Mined = {
  readonly transaction: Transaction;
  readonly header: SealedHeader;
  readonly index: number;
  readonly receipt: Receipt;
};

/** What all blocks of a chain without proof of work, uncles, withdrawals, blobs and requests have. */
const always = {
  nonce: '0x0000000000000000',
  difficulty: '0x0',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
  blobGasUsed: '0x0',
  excessBlobGas: '0x0',
};

/** Numbers are quantities, bytes are hex, what is not there is null. */
function shown(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return quantity(value);
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(shown);
  return typeof value === 'object' && value !== null ? shownMembers(value) : (value ?? null);
}

function shownMembers(members: object): Shown {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, shown(value)]));
}

export function shownHeader(header: SealedHeader): Shown {
  const { prevRandao: mixHash, baseFee: baseFeePerGas, size, transactionCount, ...others } = header;
  return { ...shownMembers({ ...others, mixHash, baseFeePerGas }), ...always };
}

/** `isFull`: with whole transactions, not only their hashes. */
export function shownBlock(header: SealedHeader, transactions: readonly Mined[], isFull: boolean): Shown {
  const listed = transactions.map((mined) =>
    isFull ? shownTransaction(mined.transaction, mined) : mined.transaction.hash,
  );
  return { ...shownHeader(header), size: quantity(header.size), transactions: listed, uncles: [], withdrawals: [] };
}

/** `at`: undefined while it waits. */
export function shownTransaction(transaction: Transaction, at: Mined | undefined): Shown {
  const { sender: from, gasLimit: gas, data: input, signature, raw, to, chainId, ...others } = transaction;
  const { yParity, r, s } = signature;
  const cap = 'gasPrice' in others ? others.gasPrice : others.maxFeePerGas;
  const legacyV = chainId === undefined ? 27n + BigInt(yParity) : chainId * 2n + 35n + BigInt(yParity);
  const { pqcDigest, ...members } = {
    pqcDigest: undefined,
    ...others,
    ...(others.type === 0 ? { v: legacyV } : { v: yParity, yParity }),
    ...(chainId === undefined ? {} : { chainId }),
    ...placeOf(at),
    gasPrice: at?.receipt.effectiveGasPrice ?? cap,
  };
  return shownMembers({ ...members, from, gas, input, to, r, s });
}

export function shownReceipt(mined: Mined): ShownReceipt {
  const { hash: transactionHash, sender: from, to } = mined.transaction;
  const { firstLogIndex, balanceChanges, logs, ...result } = mined.receipt;
  const place = { ...placeOf(mined), transactionHash };
  const shownLogs = logs.map(({ address, topics, data }, offset) => ({
    ...shownMembers({ data, ...place, logIndex: firstLogIndex + offset }),
    ...{ address, topics, removed: false },
  }));
  const { blockTimestamp, ...ofReceipt } = place;
  return { ...shownMembers({ ...result, ...ofReceipt, from, to }), transactionHash, logs: shownLogs };
}

function placeOf(at: Mined | undefined) {
  const { number: blockNumber, hash: blockHash, timestamp: blockTimestamp } = at?.header ?? {};
  return { blockNumber, blockHash, blockTimestamp, transactionIndex: at?.index };
}

/** Which logs somebody wants: an address, and a topic, one of several, or any at each place. */
export type LogPattern = {
  readonly address?: string | readonly string[];
  readonly topics: readonly (null | string | readonly string[])[];
};

/** Mostly one that one of the logs, or of the others that are like it, fulfils. */
export function somePattern(random: Random, logs: readonly ShownLog[]): LogPattern {
  const log = logs[random.below(logs.length + 1)];
  if (log === undefined) return { topics: [] };
  const orOther = (wanted: string): string | readonly string[] =>
    random.chance(0.5) ? wanted : [toHex(random.bytes(wanted.length / 2 - 1)), wanted];
  const topics = log.topics.slice(0, random.below(5)).map((topic) => (random.chance(0.3) ? null : orOther(topic)));
  return random.chance(0.4) ? { topics } : { topics, address: orOther(log.address) };
}

export function isWanted({ address, topics }: LogPattern, log: ShownLog): boolean {
  const isOneOf = (wanted: undefined | null | string | readonly string[], found: string | undefined) =>
    found !== undefined && (wanted === undefined || wanted === null || [wanted].flat().includes(found));
  return isOneOf(address, log.address) && topics.every((wanted, at) => isOneOf(wanted, log.topics[at]));
}
