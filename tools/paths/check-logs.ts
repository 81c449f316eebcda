import type { Random } from '#qord/testing/random/random.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';
import type { Block, Ledger } from './ledger.ts';

/** Compares a search for logs with a scan of all receipts. */
export async function checkLogs(eth: Client, ledger: Ledger, random: Random): Promise<void> {
  const [one, other] = [random.below(ledger.blocks.length), random.below(ledger.blocks.length)];
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  const inRange = ledger.blocks.slice(from, to + 1).flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs));
  const sample = inRange[random.below(inRange.length)];
  const address = sample !== undefined && random.chance(0.5) ? sample.address : undefined;
  const topics = (sample?.topics ?? []).map((topic) => (random.chance(0.6) ? topic : null));
  const expected = inRange.filter(
    (log) =>
      (address === undefined || log.address === address) &&
      topics.every(
        (topic, index) => log.topics[index] !== undefined && (topic === null || log.topics[index] === topic),
      ),
  );
  const filter = { fromBlock: hex(from), toBlock: hex(to), topics, ...(address === undefined ? {} : { address }) };
  const what = `eth_getLogs ${JSON.stringify(filter)} and a scan of receipts`;
  assertSame(what, await eth('eth_getLogs', filter), expected);
}

/** Compares the logs of a block with its receipts. */
export async function checkLogsOfBlock(eth: Client, { hash, receipts, height }: Block): Promise<void> {
  const logs = receipts.flatMap((receipt) => receipt.logs);
  assertSame(`logs by block hash and receipts of block ${height}`, await eth('eth_getLogs', { blockHash: hash }), logs);
}

function hex(height: number): string {
  return `0x${height.toString(16)}`;
}
