import type { CheckResult } from './result.ts';

/** Counts results and prints failures at once. */
export class Summary {
  readonly #print: (line: string) => void;
  readonly #skips = new Map<string, number>();
  #passed = 0;
  #failed = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(file: string, result: CheckResult): void {
    if (result.status === 'passed') this.#passed++;
    else if (result.status === 'skipped') this.#skips.set(result.detail, (this.#skips.get(result.detail) ?? 0) + 1);
    else {
      this.#failed++;
      this.#print(`FAILED ${file}: ${result.name}\n  ${result.detail.replaceAll('\n', '\n  ')}`);
    }
  }

  /** Whether at least one check passed and none failed. */
  get isClean(): boolean {
    return this.#failed === 0 && this.#passed > 0;
  }

  print(files: number, seconds: number): void {
    for (const [reason, count] of [...this.#skips].sort()) this.#print(`skipped ${count}: ${reason}`);
    const skipped = [...this.#skips.values()].reduce((sum, count) => sum + count, 0);
    const counts = `${this.#passed} passed, ${this.#failed} failed, ${skipped} skipped`;
    this.#print(`${counts} in ${files} files, ${seconds.toFixed(1)} s`);
  }
}
