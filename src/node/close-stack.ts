type Closable = { close(): Promise<void> };

/** Closes what was opened, in reverse order, once. */
export class CloseStack {
  readonly #opened: Closable[] = [];

  add<T extends Closable>(part: T): T {
    this.#opened.push(part);
    return part;
  }

  async close(): Promise<void> {
    for (let part = this.#opened.pop(); part !== undefined; part = this.#opened.pop()) await part.close();
  }
}
