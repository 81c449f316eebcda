import type { Methods } from '../method.ts';

/** The methods of an interface. They can be replaced while it is open; requests that come meanwhile wait. */
export class MethodTable {
  #methods: Methods;
  #held: Promise<void> | undefined;
  #release: () => void = () => {};

  constructor(methods: Methods) {
    this.#methods = methods;
  }

  get methods(): Methods {
    return this.#methods;
  }

  /** resolves when the methods are replaced; undefined while they are not being replaced */
  get held(): Promise<void> | undefined {
    return this.#held;
  }

  /** Lets requests wait until `replace`. Running ones continue. */
  hold(): void {
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  replace(methods: Methods): void {
    this.#methods = methods;
    this.#held = undefined;
    this.#release();
  }
}
