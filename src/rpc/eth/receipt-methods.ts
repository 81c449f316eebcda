import type { ChainReader, TransactionLocation } from '../../chain/types.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { define, ofChain } from '../dispatch/define.ts';
import { receiptText } from '../evm-common/json/receipt-json.ts';
import { nullable, receiptSchema } from '../evm-common/schemas.ts';
import type { Caller } from '../execution/job.ts';
import type { BlockReads } from '../execution/long-blocks.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { hashParam } from '../params/bytes.ts';
import { TextCache } from '../text-cache.ts';
import { receiptRead } from './long-block-reads.ts';

const hash = hashParam('hash', 'Hash of the transaction.');

/** Reads receipts for clients, as JSON, and caches them: clients that wait for one poll repeatedly. */
export class ReceiptReader {
  readonly #chain: ChainReader;
  readonly #reads: BlockReads;
  readonly #cache: TextCache;

  constructor(chain: ChainReader, reads: BlockReads) {
    this.#chain = chain;
    this.#cache = new TextCache(chain.cacheSizes.receiptTexts);
    this.#reads = reads;
  }

  clear(): void {
    this.#cache.clear();
  }

  /** Throws or rejects when there is no transaction at that position, and like `Executor.run`. */
  read({ height, index }: TransactionLocation, caller: Caller): MaybePromise<JsonValue> {
    const request = { block: { by: 'height', height }, index } as const;
    return this.#reads.read(receiptRead, request, caller, () => {
      return this.#cache.getOrMake(`${height} ${index}`, () => this.#text({ height, index }));
    });
  }

  #text(at: TransactionLocation): JsonText {
    const header = this.#chain.header(at.height);
    const transaction = this.#chain.transaction(at);
    const receipt = this.#chain.receipt(at);
    if (!header || !transaction || !receipt) throw new Error(`no receipt ${at.index} in block ${at.height}`);
    return new JsonText(receiptText({ header, transaction, index: at.index }, receipt));
  }
}

/** Receipts by transaction. */
export function receiptMethods(chain: ChainReader, receipts: ReceiptReader): Methods {
  return {
    eth_getTransactionReceipt: ofChain(
      define(
        'Receipt of a transaction in a block; null while it waits.',
        [hash],
        nullable(receiptSchema),
        ([wanted], call) => {
          const at = chain.locate(wanted);
          return at === undefined ? null : receipts.read(at, call);
        },
      ),
    ),
  };
}
