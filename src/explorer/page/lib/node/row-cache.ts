import { signal } from '@preact/signals';

/** Milliseconds that rows wait to be read: those that only fly by are not read. */
const collectMs = 40;
/** Most rows that are read at once, the newest wanted. */
const maxRead = 150;

/** What the rows of a long list show, read when they come into view. Keeps those that were shown last. */
export class RowCache<Key, Value> {
  /** grows whenever rows have arrived: once for all that arrive together */
  readonly version = signal(0);
  readonly #load: (key: Key) => Promise<Value>;
  readonly #most: number;
  readonly #values = new Map<Key, Value>();
  readonly #wanted = new Set<Key>();
  readonly #reading = new Set<Key>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: (key: Key) => Promise<Value>, most = 2_000) {
    this.#load = load;
    this.#most = most;
  }

  /** Undefined while it is read. */
  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#keep(key, value);
    } else if (!this.#reading.has(key)) {
      this.#wanted.add(key);
      this.#timer ??= setTimeout(() => void this.#readWanted(), collectMs);
    }
    return value;
  }

  clear(): void {
    this.#values.clear();
    this.version.value++;
  }

  #keep(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.size > this.#most ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  async #readWanted(): Promise<void> {
    this.#timer = undefined;
    const keys = [...this.#wanted].slice(-maxRead);
    this.#wanted.clear();
    let arrived = 0;
    await Promise.all(
      keys.map(async (key) => {
        this.#reading.add(key);
        try {
          this.#keep(key, await this.#load(key));
          arrived++;
        } catch {
          // read again when it is shown next
        } finally {
          this.#reading.delete(key);
        }
      }),
    );
    if (arrived > 0) this.version.value++;
  }
}
