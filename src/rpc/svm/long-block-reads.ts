import { type BlockReadRequest, bytesOfAll, defineBlockRead, logBytesAt } from '../execution/long-blocks.ts';
import { encodeBlock } from './encode-block.ts';
import { encodeTransaction } from './encode-transaction.ts';
import { readSvmTransaction } from './ledger-transaction.ts';
import type { BlockOptions, TransactionOptions } from './params/transaction-options.ts';

/** getBlock */
export const blockRead = defineBlockRead<BlockReadRequest & { readonly options: BlockOptions }>('readSvmBlock', {
  bytes: (chain, { block: { height }, options: { details } }) =>
    details === 'none' || details === 'signatures' ? 0 : bytesOfAll(chain.bodySizes(height)),
  run: ({ chain }, { block: { height }, options }) => {
    const header = chain.header(height);
    return header === undefined ? null : encodeBlock(chain, header, options);
  },
});

/** getTransaction */
export const transactionRead = defineBlockRead<
  BlockReadRequest & { readonly index: number; readonly options: TransactionOptions }
>('readSvmTransaction', {
  bytes: (chain, { block: { height }, index }) => logBytesAt(chain, height, index),
  run: ({ chain }, { block: { height }, index, options }) => {
    const shown = readSvmTransaction(chain, { height, index });
    if (shown === undefined) return null;
    const blockTime = chain.header(height)?.timestamp ?? null;
    return { blockTime, slot: height, ...encodeTransaction(shown, options) };
  },
});
