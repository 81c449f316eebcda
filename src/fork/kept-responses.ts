import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { fromHex } from '../primitives/hex.ts';
import { parseJson } from '../rpc/dispatch/parse-json.ts';
import { writeJson } from '../rpc/dispatch/write-json.ts';
import type { JsonValue } from '../rpc/json-value.ts';
import { stateTables } from '../state/tables.ts';
import { Batch } from '../store/batch.ts';
import type { Store } from '../store/types.ts';

/** The row with the bytes of all others; hashes of requests have 32 bytes. */
const totalKey = Buffer.from('bytes');
/** Nesting of a stored response; the origin's was limited when it was read. */
const maxDepth = 10_000;

/**
 * Responses of the origin that never change, in the database. When it has no room for more, further ones are not kept.
 */
export class KeptResponses {
  readonly #store: Store;
  readonly #limitBytes: number;

  /** `limit`: bytes */
  constructor(store: Store, limit: number) {
    this.#store = store;
    this.#limitBytes = limit;
  }

  get(method: string, params: readonly JsonValue[]): JsonValue | undefined {
    const row = this.#store.get(stateTables.originResponses, keyOf(method, params));
    return row === undefined ? undefined : parseJson(Buffer.from(row).toString('utf8'), maxDepth);
  }

  async put(method: string, params: readonly JsonValue[], result: JsonValue): Promise<void> {
    const bytes = Buffer.from(writeJson(result), 'utf8');
    await this.#store.whenIdle(() => this.#write(keyOf(method, params), bytes));
  }

  #write(key: Uint8Array, bytes: Uint8Array): void {
    const total = this.#total() + bytes.length;
    if (total > this.#limitBytes) return;
    const writer = new ByteWriter();
    writer.integer(total);
    const batch = new Batch();
    batch.put(stateTables.originResponses, key, bytes);
    batch.put(stateTables.originResponses, totalKey, writer.finish());
    this.#store.commit(batch);
  }

  #total(): number {
    const row = this.#store.get(stateTables.originResponses, totalKey);
    return row === undefined ? 0 : new ByteReader(row).integer();
  }
}

function keyOf(method: string, params: readonly JsonValue[]): Uint8Array {
  return fromHex(keccakHash(Buffer.from(writeJson([method, [...params]]), 'utf8')));
}
