import { firstHeight } from './head.ts';
import { toQuantity } from './hex.ts';
import { call, RpcError } from './rpc.ts';
import type { Hex, Log } from './types.ts';

export type BlockRange = { readonly fromBlock: Hex; readonly toBlock: Hex };

type Reach = {
  /** blocks whose logs are read in the first request; further ones cover twice as many, up to `mostStep` */
  readonly step: number;
  /** most blocks that are read, the newest */
  readonly blocks: number;
};

const mostStep = 2_000;
/** Most requests for logs that one search makes. */
const mostRequests = 40;

/**
 * Reads logs from the head backwards, in steps, while `read` wants more. Returns the oldest block whose logs were read;
 * the first one when there is nothing older.
 */
export async function readBack(reach: Reach, read: (range: BlockRange) => Promise<boolean>): Promise<number> {
  const head = Number(await call<Hex>('eth_blockNumber'));
  const last = Math.max(firstHeight.peek(), head - reach.blocks + 1);
  let [to, size] = [head, reach.step];
  for (let requests = 0; to >= last && requests < mostRequests; requests++) {
    const from = Math.max(last, to - size + 1);
    try {
      const wantsMore = await read({ fromBlock: toQuantity(from), toBlock: toQuantity(to) });
      to = from - 1;
      size = Math.min(mostStep, size * 2);
      if (!wantsMore) break;
    } catch (error) {
      if (!(error instanceof RpcError) || error.code === 0 || from === to) throw error;
      size = Math.ceil((to - from + 1) / 16); // too many logs in these blocks; of one block a node returns all
    }
  }
  return to + 1;
}

export type NewestLogs = {
  /** the oldest block whose logs were read */
  readonly from: number;
  /** newest first */
  readonly logs: readonly Log[];
};

/** The newest logs of a contract: the first reading goes back for them, each further one adds what is new. */
export class ContractLogs {
  readonly #address: Hex;
  readonly #reach: Reach;
  readonly #wanted: number;
  #known: (NewestLogs & { readonly to: number }) | undefined;

  constructor(address: Hex, reach: Reach, wanted: number) {
    this.#address = address;
    this.#reach = reach;
    this.#wanted = wanted;
  }

  async read(): Promise<NewestLogs> {
    const to = Number(await call<Hex>('eth_blockNumber'));
    const before = this.#known;
    const blocks = before === undefined ? this.#reach.blocks : Math.min(this.#reach.blocks, to - before.to);
    const found: Log[] = [];
    const from = await readBack({ ...this.#reach, blocks }, async (range) => {
      const logs = await call<readonly Log[]>('eth_getLogs', [{ address: this.#address, ...range }]);
      found.push(...logs.toReversed());
      return found.length < this.#wanted;
    });
    const joins = before !== undefined && from <= before.to + 1;
    const logs = [...found, ...(joins ? before.logs : [])].slice(0, this.#wanted);
    this.#known = { logs, from: joins ? before.from : from, to };
    return this.#known;
  }
}
