import type { ChainReader, LocatedLog } from '../../../chain/contract.ts';
import type { JsonText, LongText } from '../../contract.ts';
import { listText } from '../../dispatch/list-text.ts';
import { logPlaceText, logText } from '../json/receipt-json.ts';
import { TextCache } from '../text-cache.ts';

/** Characters of log texts that are kept. */
const cacheSize = 12 * 1024 * 1024;

/** JSON text of logs. */
export class LogTexts {
  readonly #chain: ChainReader;
  readonly #cache = new TextCache(cacheSize);

  constructor(chain: ChainReader) {
    this.#chain = chain;
  }

  clear(): void {
    this.#cache.clear();
  }

  /** A list of logs. */
  list(logs: readonly LocatedLog[]): JsonText | LongText {
    return listText(logs.map((log) => this.#text(log)));
  }

  #text(located: LocatedLog): string {
    const { height, logIndex } = located;
    return this.#cache.get(height, logIndex, () => logText(located.log, this.#place(located), logIndex));
  }

  #place({ height, transactionIndex: index }: LocatedLog): string {
    const header = this.#chain.header(height);
    const transaction = this.#chain.transaction({ height, index });
    if (header === undefined || transaction === undefined)
      throw new Error(`no transaction ${index} in block ${height}`);
    return logPlaceText(header, transaction.hash, index);
  }
}
