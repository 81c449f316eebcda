import type { RlpDecoded, RlpInput } from '../../primitives/rlp/item.ts';

/** Plain data outside of the node: in a genesis document, a response, the output of a command. A bigint stays exact. */
export type PlainData =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PlainData[]
  | { readonly [member: string]: PlainData | undefined };

/** A JSON schema, for documentation and the OpenRPC document. */
export type Schema = { readonly [keyword: string]: unknown };

/** One kind of value: as bytes in the state (RLP) and as plain data outside. */
export type Codec<T> = {
  readonly encode: (value: T) => RlpInput;
  readonly decode: (item: RlpDecoded) => T;
  readonly toPlain: (value: T) => PlainData;
  /** Throws a CodecError that names what is wrong. */
  readonly fromPlain: (plain: unknown) => T;
  readonly schema: Schema;
  /** Of a member that rows have had only since a later version: at their end it takes no place while it is empty. */
  readonly isLater?: true;
  /** Of a codec with bounds: the same without them, to which narrower ones can be given. */
  readonly unbounded?: Codec<T>;
};

/** The type of a codec's values. */
export type DecodedBy<C> = C extends Codec<infer T> ? T : never;

/** Plain data that a codec does not accept; `path` is its location. */
export class CodecError extends Error {
  override name = 'CodecError';
  readonly path: string;
  readonly expectation: string;
  constructor(expectation: string, path = '') {
    super(path === '' ? expectation : `${path}: ${expectation}`);
    this.path = path;
    this.expectation = expectation;
  }

  /** The same error with one more step in front of its path. */
  inside(step: string): CodecError {
    return new CodecError(this.expectation, this.path === '' ? step : `${step}.${this.path}`);
  }
}

/** Runs `read`; prefixes the path of a CodecError with `step`. */
export function within<T>(step: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof CodecError ? error.inside(step) : error;
  }
}
