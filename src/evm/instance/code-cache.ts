import type { Hash } from '../../primitives/hash.ts';
import { CodeSlots } from './code-slots.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import { ExhaustedError } from './exhausted-error.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** A cached code, which is in these places. */
type Entry = { readonly hash: Hash; readonly record: Pointer; readonly slot: number; readonly slots: number };

/** Codes that are kept from one run to the next; a run that uses more keeps them until its end. 28 MiB at most. */
const maxKeptCodes = 1024;

/** Size of a memory page of the system. */
const pageBytes = 4096;

/** The bytes of codes, by hash. The engine writes a bitmap of jump destinations behind a code when it first runs it. */
export class CodeCache {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #slots: CodeSlots;
  readonly #entries = new Map<Hash, Entry>();
  /** pages of each place that were ever written, and of all */
  readonly #pages: Uint8Array;
  #allPages = 0;
  /** the run in which no code was found that could be evicted */
  #fullEpoch = -1;

  constructor(engine: EngineExports, memory: WasmMemory) {
    this.#engine = engine;
    this.#memory = memory;
    this.#slots = new CodeSlots(engine.MAX_CODES.value);
    this.#pages = new Uint8Array(engine.MAX_CODES.value);
  }

  /** Bytes that codes have written; pages once written stay in physical memory. */
  get writtenBytes(): number {
    return this.#allPages * pageBytes;
  }

  /** Links the account to its code; `read` returns the bytes when they are not cached. */
  link(account: Pointer, codeHash: Hash, read: () => Uint8Array): void {
    const entry = this.#entries.get(codeHash) ?? this.#add(codeHash, read());
    this.#engine.linkCode(account, entry.record);
  }

  #add(hash: Hash, code: Uint8Array): Entry {
    const { CODES, CODE_RECORD_BYTES, CODE_SLOTS, CODE_SLOT_BYTES } = this.#engine;
    // the bitmap has a bit for each byte of the code, in whole words from a multiple of 8 on
    const length = code.length + 8 * (Math.ceil(code.length / 64) + 1);
    const slots = Math.ceil(length / CODE_SLOT_BYTES.value) || 1;
    const slot = this.#take(slots);
    this.#countPages(slot, length);
    const entry: Entry = { hash, record: CODES.value + slot * CODE_RECORD_BYTES.value, slot, slots };
    this.#entries.set(hash, entry);
    const bytes = CODE_SLOTS.value + slot * CODE_SLOT_BYTES.value;
    this.#memory.write(bytes, code);
    this.#engine.addCode(entry.record, bytes, code.length);
    return entry;
  }

  /** Places begin at pages. */
  #countPages(first: number, length: number): void {
    const perSlot = this.#engine.CODE_SLOT_BYTES.value / pageBytes;
    let pages = Math.ceil(length / pageBytes);
    for (let slot = first; pages > 0; slot++) {
      const more = Math.min(pages, perSlot) - (this.#pages[slot] ?? 0);
      if (more > 0) {
        this.#pages[slot] = Math.min(pages, perSlot);
        this.#allPages += more;
      }
      pages -= perSlot;
    }
  }

  /** Throws an ExhaustedError when the frames that run leave no room. */
  #take(slots: number): number {
    const epoch = this.#engine.epoch.value;
    for (;;) {
      const kept = this.#slots.take(slots, maxKeptCodes);
      if (kept !== undefined) return kept;
      if (epoch !== this.#fullEpoch && this.#evict((entry) => this.#lastUse(entry) !== epoch)) continue;
      this.#fullEpoch = epoch;
      const further = this.#slots.take(slots);
      if (further !== undefined) return further;
      const running = this.#runningCodes();
      if (!this.#evict(({ record }) => !running.has(record))) throw new ExhaustedError();
    }
  }

  /** Evicts the least recently used of these codes, a sixteenth of all. Returns whether there was one. */
  #evict(isEvictable: (entry: Entry) => boolean): boolean {
    const entries = [...this.#entries.values()];
    const candidates = entries.filter(isEvictable);
    candidates.sort((left, right) => this.#lastUse(left) - this.#lastUse(right));
    for (const entry of candidates.slice(0, Math.ceil(entries.length / 16))) this.#drop(entry);
    return candidates.length > 0;
  }

  #lastUse({ record }: Entry): number {
    return this.#memory.uint32(record + this.#engine.CODE_LAST_USED.value);
  }

  #drop({ hash, record, slot, slots }: Entry): void {
    this.#engine.dropCode(record);
    this.#slots.free(slot, slots);
    this.#entries.delete(hash);
  }

  /** Records of the codes of all frames. */
  #runningCodes(): Set<Pointer> {
    const { FRAME_CODE_RECORD, FRAME_DEPTH, currentFrame, frameAt } = this.#engine;
    const records = new Set<Pointer>();
    const deepest = this.#memory.uint32(currentFrame.value + FRAME_DEPTH.value);
    for (let depth = 0; depth <= deepest; depth++) {
      records.add(this.#memory.uint32(frameAt(depth) + FRAME_CODE_RECORD.value));
    }
    return records;
  }
}
