import { firstHeight } from '../node/head.ts';
import { call } from '../node/rpc.ts';
import type { Hex, Receipt } from '../node/types.ts';
import { readBlocks } from './blocks.ts';

/** A contract that a transaction created. */
export type NewContract = {
  readonly address: Hex;
  readonly creator: Hex;
  readonly transaction: Hex;
  readonly height: number;
};

/** Contracts found so far, newest first, and from which block on all were looked at. */
export type FoundContracts = {
  readonly contracts: readonly NewContract[];
  readonly from: number;
  /** blocks that were left out, because they have more transactions than are read for a list */
  readonly skipped: number;
};

/** Summaries that are read together. */
const step = 200;
/** Most blocks that one search looks at, and most of them whose receipts are read. */
const mostBlocks = 10_000;
const mostRead = 300;
/** Contracts after which a search ends. */
const wanted = 25;
/** Transactions of a block whose receipts are short enough for a list. */
const mostTransactions = 500;

/** Looks for contracts that transactions created, from block `to` backwards: as far as a page may read. */
export async function findContracts(to: number): Promise<FoundContracts> {
  const contracts: NewContract[] = [];
  let [from, read, skipped] = [to + 1, 0, 0];
  while (from > firstHeight.peek() && to - from < mostBlocks && read < mostRead && contracts.length < wanted) {
    const blocks = await readBlocks(from - 1, Math.min(step, from - firstHeight.peek()));
    if (blocks.length === 0) break;
    const full = blocks.filter(({ transactions }) => transactions > 0);
    const short = full.filter(({ transactions }) => transactions <= mostTransactions);
    skipped += full.length - short.length;
    read += short.length;
    const lists = await Promise.all(short.map(({ hash }) => call<readonly Receipt[]>('eth_getBlockReceipts', [hash])));
    for (const receipts of lists) contracts.push(...receipts.toReversed().flatMap(createdBy));
    from = blocks.at(-1)?.height ?? 0;
  }
  return { contracts, from, skipped };
}

function createdBy({ status, contractAddress, from, transactionHash, blockNumber }: Receipt): readonly NewContract[] {
  if (status !== '0x1' || contractAddress === null) return [];
  return [{ address: contractAddress, creator: from, transaction: transactionHash, height: Number(blockNumber) }];
}
