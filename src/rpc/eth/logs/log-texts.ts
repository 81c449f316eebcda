import type { ChainReader, LocatedLog } from '../../../chain/types.ts';
import { listText, type TextPieces } from '../../dispatch/text-of-pieces.ts';
import { logPlaceText, logText } from '../../evm-common/json/receipt-json.ts';
import { TextCache } from '../../text-cache.ts';

/** Logs whose text is cached as one string. */
const longestRun = 32;

/** Makes and caches the JSON text of logs. */
export class LogTexts {
  readonly #chain: ChainReader;
  readonly #cache: TextCache;

  constructor(chain: ChainReader) {
    this.#chain = chain;
    this.#cache = new TextCache(chain.cacheSizes.logTexts);
  }

  clear(): void {
    this.#cache.clear();
  }

  /** The JSON array of logs. `onRun` is called before each few of them and may throw. */
  list(logs: readonly LocatedLog[], onRun: () => void): TextPieces {
    return listText(this.#runs(logs, onRun), true);
  }

  *#runs(logs: readonly LocatedLog[], onRun: () => void): Iterable<string> {
    for (let start = 0, end = 0; start < logs.length; start = end) {
      onRun();
      end = endOfRun(logs, start);
      yield this.#runText(logs, start, end);
    }
  }

  /** The text of consecutive logs of a block: most requests are for all logs of a contract. */
  #runText(logs: readonly LocatedLog[], start: number, end: number): string {
    const first = logs[start];
    if (first === undefined) return '';
    const key = `${first.height} ${first.logIndex} ${end - start}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known.text;
    const texts = logs.slice(start, end).map((log) => this.#text(log));
    return this.#cache.set(key, texts.join(',')).text;
  }

  #text(located: LocatedLog): string {
    return logText(located.log, this.#positionText(located), located.logIndex);
  }

  #positionText({ height, transactionIndex: index }: LocatedLog): string {
    const header = this.#chain.header(height);
    const transaction = this.#chain.transaction({ height, index });
    if (header === undefined || transaction === undefined)
      throw new Error(`no transaction ${index} in block ${height}`);
    return logPlaceText(header, transaction.hash, index);
  }
}

/** End in the list of the consecutive logs of a block that begin at `start`. */
function endOfRun(logs: readonly LocatedLog[], start: number): number {
  const first = logs[start];
  let end = start + 1;
  while (end - start < longestRun && first !== undefined) {
    const next = logs[end];
    if (next?.height !== first.height || next.logIndex !== first.logIndex + end - start) break;
    end++;
  }
  return end;
}
