import type { TransactionLocation } from '../../chain/types.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import type { Address } from '../../primitives/address.ts';
import { defineExecution, type ExecutionNode, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';
import { maxTraceMs, type TraceOptions } from '../tracing/run-trace.ts';
import { traceBlock, traceTransaction } from '../tracing/trace-transactions.ts';
import { findBySenderAndNonce, heightOfCode, type Page, pageAfter, pageBefore } from './account-search.ts';
import {
  blockDetails,
  blockMembers,
  minedAt,
  shortReceipt,
  shortTransaction,
  wholeReceipt,
  wholeTransaction,
} from './block-shapes.ts';
import { createFrameTrace, type FrameView } from './frame-traces.ts';

const timeout = () => maxTraceMs;

function viewOf(view: FrameView): TraceOptions {
  return { create: (subject) => createFrameTrace(view, subject), timeoutMs: maxTraceMs };
}

type View = ExecutionRequest & { readonly location: TransactionLocation; readonly view: FrameView };
type AtHeight = ExecutionRequest & { readonly height: number };
type BlockPage = AtHeight & { readonly pageNumber: number; readonly pageSize: number };
type Search = ExecutionRequest & {
  readonly account: Address;
  /** 0 for the end of the chain that the search comes from */
  readonly height: number;
  readonly pageSize: number;
  readonly direction: 'before' | 'after';
};
type OfAccount = ExecutionRequest & { readonly account: Address };

/** ots_traceTransaction, ots_getInternalOperations, ots_getTransactionError. */
export const frameViewExecution = defineExecution<View>('ots_traceTransaction', {
  timeout,
  run: (node, { location, view }, control) => traceTransaction(node, location, viewOf(view), control),
});

/** ots_getBlockDetails, ots_getBlockDetailsByHash. */
export const blockDetailsExecution = defineExecution<AtHeight>('ots_getBlockDetails', {
  run: ({ chain }, { height }) => {
    const header = chain.header(height);
    return header === undefined ? null : blockDetails(chain, header);
  },
});

/** ots_getBlockTransactions: page 0 has the last transactions of the block. */
export const blockPageExecution = defineExecution<BlockPage>('ots_getBlockTransactions', {
  run: ({ chain }, { height, pageNumber, pageSize }) => {
    const header = chain.header(height);
    if (header === undefined) return null;
    const end = Math.max(0, header.transactionCount - pageNumber * pageSize);
    const start = Math.max(0, end - pageSize);
    const mined = Array.from({ length: end - start }, (_, at) => minedAt(chain, { height, index: start + at }));
    const found = mined.filter((each) => each !== undefined);
    return {
      fullblock: { ...blockMembers(header), transactions: found.map(shortTransaction) },
      receipts: found.map(shortReceipt),
    };
  },
});

/** ots_searchTransactionsBefore, ots_searchTransactionsAfter. */
export const searchExecution = defineExecution<Search>('ots_searchTransactions', {
  run: (node, { account, height, pageSize, direction }) => {
    const { chain } = node;
    if (direction === 'before') {
      const from = height === 0 ? chain.head().number + 1 : height;
      const page = pageBefore(chain, account, from, pageSize);
      return pageJson(node, page, { isFirst: height === 0, isLast: !page.hasMore });
    }
    const page = pageAfter(chain, account, height === 0 ? -1 : height, pageSize);
    return pageJson(node, page, { isFirst: !page.hasMore, isLast: height === 0 });
  },
});

function pageJson(
  { chain }: ExecutionNode,
  { at }: Page,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): JsonValue {
  const found = at.map((location) => minedAt(chain, location)).filter((each) => each !== undefined);
  return {
    txs: found.map(wholeTransaction),
    receipts: found.map(wholeReceipt), // Otterscan rejects a page without logs
    firstPage: isFirst,
    lastPage: isLast,
  };
}

/** ots_getTransactionBySenderAndNonce. */
export const senderNonceExecution = defineExecution<OfAccount & { readonly nonce: bigint }>(
  'ots_getTransactionBySenderAndNonce',
  { run: ({ chain }, { account, nonce }) => findBySenderAndNonce(chain, account, nonce) ?? null },
);

/** ots_getContractCreator: the block in which the code appeared is executed again. */
export const creatorExecution = defineExecution<OfAccount>('ots_getContractCreator', {
  timeout,
  run: (node, { account }, control) => {
    const height = heightOfCode(node.chain, account);
    if (height === undefined || height === node.chain.identity.genesisHeight) return null;
    if (node.chain.header(height)?.transactionCount === 0) return null;
    for (const { transaction, trace } of traceBlock(node, height, viewOf('creations'), control)) {
      const creator = creatorIn(trace, account);
      if (creator !== undefined) return { hash: transaction.hash, creator };
    }
    return null;
  },
});

function creatorIn(trace: TraceValue, account: Address): TraceValue | undefined {
  const creations = Array.isArray(trace) ? (trace as readonly { contract: string; creator: string }[]) : [];
  return creations.find(({ contract }) => contract === account)?.creator;
}
