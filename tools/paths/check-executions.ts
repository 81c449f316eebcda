import { hybridVerifiedEvent } from '#qord/modules/pqc/events.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';
import type { Block, Receipt } from './ledger.ts';

type Frame = {
  readonly gasUsed: string;
  readonly error?: string;
  readonly logs?: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[];
  readonly calls?: readonly Frame[];
};

const config = { tracer: 'callTracer', tracerConfig: { withLog: true } };

/** Compares the receipts of a block with what its transactions do when they are executed again. */
export async function checkExecutions(eth: Client, { height, hash, receipts }: Block): Promise<void> {
  type Traced = readonly { readonly txHash: string; readonly result: Frame }[];
  const traced = await eth<Traced>('debug_traceBlockByHash', hash, config);
  assertSame(
    `transactions of block ${height} and of its trace`,
    receipts.map(hashOf),
    traced.map(({ txHash }) => txHash),
  );
  for (const [index, receipt] of receipts.entries()) {
    const frame = traced[index]?.result;
    const what = `of ${receipt.transactionHash} in block ${height}`;
    assertSame(
      `trace in its block and alone ${what}`,
      frame,
      await eth('debug_traceTransaction', hashOf(receipt), config),
    );
    assertSame(
      `receipt and eth_getBlockReceipts ${what}`,
      await eth('eth_getTransactionReceipt', hashOf(receipt)),
      receipt,
    );
    if (frame === undefined) continue;
    assertSame(`receipt and re-execution: gas ${what}`, receipt.gasUsed, frame.gasUsed);
    assertSame(`receipt and re-execution: success ${what}`, receipt.status === '0x1', frame.error === undefined);
    assertSame(`receipt and re-execution: logs ${what}`, sorted(logsOfCalls(receipt)), sorted(logsOf(frame)));
  }
}

function hashOf({ transactionHash }: Receipt): string {
  return transactionHash;
}

/** The event of a post-quantum signature belongs to its transaction, and to no call. */
function logsOfCalls({ logs }: Receipt): Receipt['logs'] {
  return logs.filter(({ topics }) => topics[0] !== hybridVerifiedEvent.topic);
}

function logsOf(frame: Frame): NonNullable<Frame['logs']> {
  return [...(frame.logs ?? []), ...(frame.calls ?? []).flatMap(logsOf)];
}

/** What a log says, without its place, which frames give in another order. */
function sorted(logs: NonNullable<Frame['logs']>): readonly string[] {
  return logs.map(({ address, topics, data }) => JSON.stringify([address.toLowerCase(), topics, data])).sort();
}
