import { OriginError } from '../state/origin-state.ts';

/** Limits how many requests run at once, and how many wait. */
export class RequestSlots {
  readonly #limits: { readonly running: number; readonly waiting: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  /** Runs the work when there is a slot. Rejects with an OriginError when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { running, waiting } = this.#limits;
    if (this.#running >= running) {
      if (this.#waiting.length >= waiting) {
        throw new OriginError(`more than ${waiting} requests wait for the origin (fork.max-waiting)`, -32005);
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve)); // the one that ends passes its slot on
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
