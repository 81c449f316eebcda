/** A number that is only known by its bounds, both included. */
type Variable = { readonly name: string; readonly low: bigint; readonly high: bigint };

export type Range = readonly [low: bigint, high: bigint];

type Term = { readonly factor: bigint; readonly variables: readonly Variable[] };

/**
 * What a number in generated code can be: a polynomial of degree two at most, with integer coefficients. Terms that
 * cancel, as in Karatsuba's products, are removed, so the bounds are those of the result, and hold for every input.
 */
export class Form {
  readonly #terms: ReadonlyMap<string, Term>;

  private constructor(terms: ReadonlyMap<string, Term>) {
    this.#terms = terms;
  }

  static variable(name: string, [low, high]: Range): Form {
    return new Form(new Map([[name, { factor: 1n, variables: [{ name, low, high }] }]]));
  }

  static constant(value: bigint): Form {
    return new Form(new Map(value === 0n ? [] : [['', { factor: value, variables: [] }]]));
  }

  plus(other: Form, sign = 1n): Form {
    const terms = new Map(this.#terms);
    for (const [key, { factor, variables }] of other.#terms) {
      const sum = (terms.get(key)?.factor ?? 0n) + sign * factor;
      if (sum === 0n) terms.delete(key);
      else terms.set(key, { factor: sum, variables });
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
        const variables = [...left.variables, ...right.variables].sort((a, b) => (a.name < b.name ? -1 : 1));
        if (variables.length > 2) throw new RangeError('a product of more than two numbers');
        const key = variables.map(({ name }) => name).join('·');
        result = result.plus(new Form(new Map([[key, { factor: left.factor * right.factor, variables }]])));
      }
    }
    return result;
  }

  /** The coefficient of a product of variables, named in any order. */
  factorOf(...names: readonly string[]): bigint {
    return this.#terms.get([...names].sort().join('·'))?.factor ?? 0n;
  }

  /** Number of terms. */
  get size(): number {
    return this.#terms.size;
  }

  /** The least and the greatest value. */
  get range(): Range {
    let [low, high] = [0n, 0n];
    for (const { factor, variables } of this.#terms.values()) {
      const [least, greatest] = extent(rangeOfProduct(variables).map((end) => end * factor));
      low += least;
      high += greatest;
    }
    return [low, high];
  }
}

function rangeOfProduct([a, b]: readonly Variable[]): readonly bigint[] {
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
