import type { Hash } from '../../primitives/hash.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import { ExhaustedError } from './exhausted-error.ts';
import { align, RangeAllocator } from './range-allocator.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** A cached code. Zeros follow the raw bytes, so that reading a word at the end is safe. */
type Entry = {
  readonly key: string;
  readonly record: Pointer;
  readonly bytes: Pointer;
  readonly length: number;
  /** jump table and instruction stream, once decoded */
  decoded: { readonly start: Pointer; readonly length: number } | undefined;
};

const padding = 64;

/**
 * Code by hash and mode (fork; stepwise or not) in the engine's code arena, raw and decoded. When the arena is full,
 * the least recently used codes are evicted, except those of frames that are running.
 */
export class CodeCache {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #arena: RangeAllocator;
  readonly #entries = new Map<string, Entry>();
  readonly #byRecord = new Map<Pointer, Entry>();
  readonly #freeRecords: Pointer[] = [];
  #stamps = 0;
  #mode = '';
  #isStepwise = false;

  constructor(engine: EngineExports, memory: WasmMemory) {
    this.#engine = engine;
    this.#memory = memory;
    this.#arena = new RangeAllocator(engine.CODE_ARENA.value, engine.CODE_ARENA_END.value);
    for (let index = engine.MAX_CODES.value - 1; index >= 0; index--) {
      this.#freeRecords.push(engine.CODES.value + index * engine.CODE_RECORD_BYTES.value);
    }
  }

  /** Returns whether the mode changes; links from accounts to codes are then invalid. */
  setMode(fork: number, isStepwise: boolean): boolean {
    const mode = `${fork}${isStepwise ? 's' : ''}`;
    if (mode === this.#mode) return false;
    this.#mode = mode;
    this.#isStepwise = isStepwise;
    return true;
  }

  /** Links the account to its code; `read` returns the bytes when they are not cached. */
  link(account: Pointer, codeHash: Hash, read: () => Uint8Array): void {
    const key = `${codeHash}${this.#mode}`;
    const entry = this.#entries.get(key) ?? this.#add(key, read());
    this.#memory.setUint32(account + this.#engine.ACCOUNT_CODE.value, entry.record);
    const stamp = this.#memory.uint32(entry.record + this.#engine.CODE_STAMP.value);
    this.#memory.setUint32(account + this.#engine.ACCOUNT_CODE_STAMP.value, stamp);
  }

  #add(key: string, code: Uint8Array): Entry {
    const { CODE_STAMP, CODE_BYTES, CODE_LENGTH, CODE_STREAM, CODE_JUMPS, CODE_LAST_USED, epoch } = this.#engine;
    const bytes = this.#allocate(code.length + padding);
    this.#memory.write(bytes, code);
    this.#memory.fill(bytes + code.length, 0, padding);
    const record = this.#takeRecord();
    this.#memory.setUint32(record + CODE_STAMP.value, ++this.#stamps);
    this.#memory.setUint32(record + CODE_BYTES.value, bytes);
    this.#memory.setUint32(record + CODE_LENGTH.value, code.length);
    this.#memory.setUint32(record + CODE_STREAM.value, 0);
    this.#memory.setUint32(record + CODE_JUMPS.value, 0);
    this.#memory.setUint32(record + CODE_LAST_USED.value, epoch.value);
    const entry: Entry = { key, record, bytes, length: code.length, decoded: undefined };
    this.#entries.set(key, entry);
    this.#byRecord.set(record, entry);
    return entry;
  }

  /** Decodes the code of the record. */
  decode(record: Pointer): void {
    const entry = this.#byRecord.get(record);
    if (entry === undefined) throw new RangeError(`no code at ${record}`);
    const jumpBytes = align(entry.length * 4);
    // with the STOP behind the end of the code
    const room = jumpBytes + (entry.length + 1) * this.#engine.STREAM_BYTES_PER_CODE_BYTE.value;
    const start = this.#allocate(room, record);
    const stream = start + jumpBytes;
    const end = this.#engine.decode(entry.bytes, entry.length, start, stream, this.#isStepwise);
    const length = align(end - start);
    this.#arena.free(start + length, room - length);
    entry.decoded = { start, length };
    this.#memory.setUint32(record + this.#engine.CODE_JUMPS.value, start);
    this.#memory.setUint32(record + this.#engine.CODE_STREAM.value, stream);
  }

  #takeRecord(): Pointer {
    const record = this.#freeRecords.pop();
    if (record !== undefined) return record;
    this.#evict(0);
    return this.#takeRecord();
  }

  #allocate(bytes: number, needed: Pointer = 0): Pointer {
    for (;;) {
      const start = this.#arena.allocate(bytes);
      if (start !== undefined) return start;
      this.#evict(needed);
    }
  }

  /** Evicts the least recently used sixteenth of the codes. Throws an ExhaustedError when none can be evicted. */
  #evict(needed: Pointer): void {
    const { CODE_LAST_USED } = this.#engine;
    const pinned = this.#runningCodes().add(needed);
    const lastUse = (entry: Entry) => this.#memory.uint32(entry.record + CODE_LAST_USED.value);
    const candidates = [...this.#entries.values()].filter((entry) => !pinned.has(entry.record));
    if (candidates.length === 0) throw new ExhaustedError('the code cache is full');
    candidates.sort((left, right) => lastUse(left) - lastUse(right));
    for (const entry of candidates.slice(0, Math.ceil(candidates.length / 16))) this.#drop(entry);
  }

  #drop(entry: Entry): void {
    this.#memory.setUint32(entry.record + this.#engine.CODE_STAMP.value, 0);
    this.#arena.free(entry.bytes, entry.length + padding);
    if (entry.decoded !== undefined) this.#arena.free(entry.decoded.start, entry.decoded.length);
    this.#entries.delete(entry.key);
    this.#byRecord.delete(entry.record);
    this.#freeRecords.push(entry.record);
  }

  /** Records of the codes of all frames. */
  #runningCodes(): Set<Pointer> {
    const { FRAME_CODE_RECORD, FRAME_DEPTH, currentFrame, frameAt } = this.#engine;
    const records = new Set<Pointer>();
    const deepest = this.#memory.uint32(currentFrame.value + FRAME_DEPTH.value) & 0xffff;
    for (let depth = 0; depth <= deepest; depth++) {
      records.add(this.#memory.uint32(frameAt(depth) + FRAME_CODE_RECORD.value));
    }
    return records;
  }
}
