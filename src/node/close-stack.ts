type Closable = { close(): Promise<void> };

/** Closes what was opened, in reverse order, once. One that fails keeps no other open; its error comes at the end. */
export class CloseStack {
  readonly #opened: Closable[] = [];

  add<T extends Closable>(part: T): T {
    this.#opened.push(part);
    return part;
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.#opened.pop(); part !== undefined; part = this.#opened.pop()) {
      try {
        await part.close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
