import type { MaybePromise } from '../primitives/maybe-promise.ts';

/** Something, and a text of what it was made from. */
export type Made<T> = { readonly inputs: string; readonly value: T };

/** What is made when somebody asks for it, once for the same inputs. All who ask while it is being made share the next. */
export class MadeOnDemand<T> {
  readonly #inputs: () => string;
  readonly #make: () => Promise<Made<T>>;
  #made: Made<T> | undefined;
  #making: Made<Promise<T>> | undefined;

  /** `inputs`: as a text, as of now; `make` says from which it was made in the end. */
  constructor(inputs: () => string, make: () => Promise<Made<T>>) {
    this.#inputs = inputs;
    this.#make = make;
  }

  /** Rejects as `make`. */
  get(): MaybePromise<T> {
    const inputs = this.#inputs();
    if (this.#made?.inputs === inputs) return this.#made.value;
    const making = this.#making;
    if (making?.inputs === inputs) return making.value;
    if (making === undefined) return this.#begin(inputs);
    const again = () => this.get();
    return making.value.then(again, again);
  }

  /** Resolves when none is being made. */
  async idle(): Promise<void> {
    await this.#making?.value.catch(() => {});
  }

  #begin(inputs: string): Promise<T> {
    const value = this.#make()
      .then((made) => {
        this.#made = made;
        return made.value;
      })
      .finally(() => {
        this.#making = undefined;
      });
    this.#making = { inputs, value };
    return value;
  }
}
