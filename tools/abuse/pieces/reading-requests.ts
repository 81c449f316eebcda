import { developmentAccounts } from '#qord/primitives/development-accounts.ts';
import type { LongBlocks, Request } from './fill-node.ts';

/** Requests that are sent together. */
type ReadingRequests = { readonly name: string; readonly batch: readonly Request[] };

const signer = developmentAccounts[0]?.address;
/** Structured data of about as many values as a request may have. */
const manyValues = {
  types: { EIP712Domain: [], List: [{ name: 'items', type: 'string[]' }] },
  primaryType: 'List',
  domain: {},
  message: { items: Array<string>(190_000).fill('text') },
};

/** Reads with the longest responses that a chain can have, and long batches. */
export function readingRequests({ ofLogs, ofTransfers }: LongBlocks): readonly ReadingRequests[] {
  const one = (name: string, ...batch: readonly Request[]): ReadingRequests => ({ name, batch });
  const repeated = (method: string, ...params: readonly unknown[]) =>
    one(`${method}, 1,000 in a batch`, ...Array.from({ length: 1_000 }, () => [method, ...params] as const));
  const range = { fromBlock: ofLogs, toBlock: ofLogs };
  return [
    one('eth_getBlockReceipts, 260,000 logs', ['eth_getBlockReceipts', ofLogs]),
    one('eth_getLogs, 260,000 logs', ['eth_getLogs', range]),
    one('debug_traceBlockByNumber, 260,000 logs', ['debug_traceBlockByNumber', ofLogs, { tracer: 'callTracer' }]),
    ...[ofLogs, ofTransfers].flatMap((height) => [
      one(`eth_getBlockByNumber ${height}`, ['eth_getBlockByNumber', height, true]),
      one(`eth_getBlockReceipts ${height}`, ['eth_getBlockReceipts', height]),
      one(`debug_getRawBlock ${height}`, ['debug_getRawBlock', height], ['debug_getRawReceipts', height]),
      one(`debug_traceBlockByNumber ${height}`, ['debug_traceBlockByNumber', height]),
      one(`trace_block ${height}`, ['trace_block', height], ['ots_getBlockDetails', height]),
      one(`qord_getBlockEffects ${height}`, ['qord_getBlockEffects', height], ['qord_getBalanceChanges', height]),
    ]),
    one('eth_signTypedData, 190,000 values', ['eth_signTypedData_v4', signer, manyValues]),
    repeated('eth_blockNumber'),
    repeated('eth_getBlockByNumber', ofTransfers, false),
    repeated('eth_getBlockByNumber', ofTransfers, true),
    repeated('eth_feeHistory', '0x400', 'latest', [10, 50, 90]),
    repeated('eth_getStorageAt', `0x${'ab'.repeat(20)}`, '0x0', '0x1'),
    repeated('eth_newPendingTransactionFilter'),
    repeated('txpool_status'),
  ];
}
