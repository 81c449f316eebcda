export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; readonly writableLength?: number };

/** Bytes of lines that wait for their reader; each line takes up to a kilobyte besides. */
const maxWaitingBytes = 4 * 1024 * 1024;

/** Standard output or standard error. A reader that closes early is no error; any other error is kept as `failure`. */
export class Output {
  readonly #stream: OutputStream;
  #failure: NodeJS.ErrnoException | undefined;
  #lost = 0;

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

  /**
   * Writes a line of a log. While too much waits for a reader that has stopped, lines are lost: the next one comes after
   * a line that counts them.
   */
  writeLine(line: string): void {
    if ((this.#stream.writableLength ?? 0) > maxWaitingBytes) {
      this.#lost++;
      return;
    }
    if (this.#lost > 0) this.write(lostLines(this.#lost, line));
    this.#lost = 0;
    this.write(line);
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

/** In the format of the next line. */
function lostLines(count: number, next: string): string {
  const msg = `${count} lines of the log are lost: nobody read them`;
  return next.startsWith('{') ? `${JSON.stringify({ level: 'warn', msg })}\n` : `WARN ${msg}\n`;
}
