export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean };

/** Standard output or standard error. A reader that closes early is no error; any other error is kept as `failure`. */
export class Output {
  readonly #stream: OutputStream;
  #failure: NodeJS.ErrnoException | undefined;

  constructor(stream: OutputStream) {
    this.#stream = stream;
    stream.on('error', (error) => this.#fail(error));
  }

  /** Why nothing more can be written: EPIPE when the reader has closed the pipe (`qord … | head`). */
  get failure(): NodeJS.ErrnoException | undefined {
    return this.#failure;
  }

  write(text: string): void {
    if (this.#failure === undefined) this.#stream.write(text);
  }

  /** Writes the parts as fast as they are read; after a failure no more are created. */
  async writeAll(parts: AsyncIterable<string>): Promise<void> {
    for await (const part of parts) {
      if (this.#failure === undefined && !this.#stream.write(part)) await this.flushed();
      if (this.#failure !== undefined) return;
    }
  }

  /** Resolves when everything written so far has left the process, or cannot any more. */
  async flushed(): Promise<void> {
    if (this.#failure !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#stream.write('', (error) => {
        if (error) this.#fail(error);
        resolve();
      });
    });
  }

  #fail(error: NodeJS.ErrnoException): void {
    this.#failure ??= error;
  }
}
