import type { ChainReader, LocatedLog } from '../../../chain/contract.ts';
import { LruCache } from '../../../primitives/lru-cache.ts';
import { JsonText } from '../../contract.ts';
import { logPlaceText, logText } from '../json/receipt-json.ts';

/** Characters of log texts that are kept. */
const cacheSize = 32 * 1024 * 1024;

/** JSON text of logs, made once. */
export class LogTexts {
  readonly #chain: ChainReader;
  readonly #texts = new LruCache<string, string>(cacheSize);

  constructor(chain: ChainReader) {
    this.#chain = chain;
  }

  /** A list of logs. */
  list(logs: readonly LocatedLog[]): JsonText {
    return new JsonText(`[${logs.map((log) => this.#text(log)).join(',')}]`);
  }

  #text(located: LocatedLog): string {
    const key = `${located.height} ${located.logIndex}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = logText(located.log, this.#place(located), located.logIndex);
    this.#texts.set(key, text, text.length);
    return text;
  }

  #place({ height, transactionIndex: index }: LocatedLog): string {
    const header = this.#chain.header(height);
    const transaction = this.#chain.transaction({ height, index });
    if (header === undefined || transaction === undefined)
      throw new Error(`no transaction ${index} in block ${height}`);
    return logPlaceText(header, transaction.hash, index);
  }
}
