import { createMPT } from '@ethereumjs/mpt';
import { keccak256 } from '@qord/curves/keccak';
import { bigintToBytes, emptyBytes } from '#qord/primitives/bytes.ts';
import { fromHex, type Hex, toHex } from '#qord/primitives/hex.ts';
import { encodeRlp } from '#qord/primitives/rlp/encode.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';

type Header = {
  readonly hash: string;
  readonly gasUsed: string;
  readonly transactionsRoot: string;
  readonly receiptsRoot: string;
  readonly transactions: readonly { readonly hash: string }[];
};
type Receipt = {
  readonly gasUsed: string;
  readonly cumulativeGasUsed: string;
  readonly logs: readonly { readonly logIndex: string }[];
};

/**
 * Compares the header of a block with its hash, and its roots with those of the raw transactions and receipts, by an
 * independent implementation of the tree; gas and positions of logs are counted through the block.
 */
export async function checkRoots(eth: Client, height: number): Promise<void> {
  const number = `0x${height.toString(16)}`;
  const block = await eth<Header>('eth_getBlockByNumber', number, true);
  assertSame(`block ${height} by number and by hash`, block, await eth('eth_getBlockByHash', block.hash, true));
  const header = await eth<Hex>('debug_getRawHeader', number);
  assertSame(`header and hash of block ${height}`, toHex(keccak256(fromHex(header))), block.hash);
  const raws: Hex[] = [];
  for (const transaction of block.transactions) {
    const { hash } = transaction;
    assertSame(`transaction ${hash} alone and in its block`, await eth('eth_getTransactionByHash', hash), transaction);
    raws.push(await eth<Hex>('eth_getRawTransactionByHash', hash));
  }
  assertSame(`transactions and root of block ${height}`, await rootOf(raws), block.transactionsRoot);
  const receipts = await eth<readonly Hex[]>('debug_getRawReceipts', number);
  assertSame(`receipts and root of block ${height}`, await rootOf(receipts), block.receiptsRoot);
  checkCounts(height, block, await eth<readonly Receipt[]>('eth_getBlockReceipts', number));
}

function checkCounts(height: number, { gasUsed }: Header, receipts: readonly Receipt[]): void {
  let gas = 0n;
  let logs = 0;
  for (const receipt of receipts) {
    gas += BigInt(receipt.gasUsed);
    assertSame(`cumulative gas in block ${height}`, BigInt(receipt.cumulativeGasUsed).toString(), gas.toString());
    for (const { logIndex } of receipt.logs)
      assertSame(`position of a log in block ${height}`, Number(logIndex), logs++);
  }
  assertSame(`gas of block ${height} and of its receipts`, BigInt(gasUsed).toString(), gas.toString());
}

/** Root of a list, as headers have it. */
async function rootOf(items: readonly Hex[]): Promise<string> {
  const tree = await createMPT();
  for (const [index, item] of items.entries())
    await tree.put(encodeRlp(index === 0 ? emptyBytes : bigintToBytes(BigInt(index))), fromHex(item));
  return toHex(tree.root());
}
