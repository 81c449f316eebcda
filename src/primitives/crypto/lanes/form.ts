/** A number of which only bounds are known, both included. */
type Symbol = { readonly name: string; readonly low: bigint; readonly high: bigint };

export type Range = readonly [low: bigint, high: bigint];

type Term = { readonly factor: bigint; readonly symbols: readonly Symbol[] };

/**
 * What a number in generated code can be: a sum of products of at most two symbols with whole factors. What cancels, as in
 * Karatsuba's products, is known to, so the bounds are those of the result and hold for every input.
 */
export class Form {
  readonly #terms: ReadonlyMap<string, Term>;

  private constructor(terms: ReadonlyMap<string, Term>) {
    this.#terms = terms;
  }

  static symbol(name: string, [low, high]: Range): Form {
    return new Form(new Map([[name, { factor: 1n, symbols: [{ name, low, high }] }]]));
  }

  static constant(value: bigint): Form {
    return new Form(new Map(value === 0n ? [] : [['', { factor: value, symbols: [] }]]));
  }

  plus(other: Form, sign = 1n): Form {
    const terms = new Map(this.#terms);
    for (const [key, { factor, symbols }] of other.#terms) {
      const sum = (terms.get(key)?.factor ?? 0n) + sign * factor;
      if (sum === 0n) terms.delete(key);
      else terms.set(key, { factor: sum, symbols });
    }
    return new Form(terms);
  }

  minus(other: Form): Form {
    return this.plus(other, -1n);
  }

  times(other: Form): Form {
    let result = Form.constant(0n);
    for (const left of this.#terms.values()) {
      for (const right of other.#terms.values()) {
        const symbols = [...left.symbols, ...right.symbols].sort((a, b) => (a.name < b.name ? -1 : 1));
        if (symbols.length > 2) throw new RangeError('a product of more than two numbers');
        const key = symbols.map(({ name }) => name).join('·');
        result = result.plus(new Form(new Map([[key, { factor: left.factor * right.factor, symbols }]])));
      }
    }
    return result;
  }

  /** The factor of a product of symbols, named in any order. */
  factorOf(...names: readonly string[]): bigint {
    return this.#terms.get([...names].sort().join('·'))?.factor ?? 0n;
  }

  /** How many different products it has. */
  get size(): number {
    return this.#terms.size;
  }

  /** The least and the greatest value. */
  get range(): Range {
    let [low, high] = [0n, 0n];
    for (const { factor, symbols } of this.#terms.values()) {
      const [least, greatest] = extent(rangeOfProduct(symbols).map((end) => end * factor));
      low += least;
      high += greatest;
    }
    return [low, high];
  }
}

function rangeOfProduct([a, b]: readonly Symbol[]): readonly bigint[] {
  if (a === undefined) return [1n];
  if (b === undefined) return [a.low, a.high];
  if (a.name === b.name) return [a.low * a.low, a.high * a.high, ...(a.low < 0n && a.high > 0n ? [0n] : [])];
  return [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
}

/** The least and the greatest of some numbers. */
export function extent(numbers: readonly bigint[]): Range {
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
}
