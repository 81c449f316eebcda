import type { FieldCodec } from './field.ts';
import type { GroupOperations } from './group-operations.ts';
import type { Mcl } from './mcl.ts';
import { fieldBytes, scalarBytes, view, withMemory } from './mcl.ts';

/**
 * The points of one group, encoded as calls have them: affine x and y, each of one or two field elements; all zeros are
 * the point at infinity.
 */
export class Group {
  /** bytes of an encoded point */
  readonly encodedLength: number;
  /** bytes of a point in mcl's memory: x, y and z */
  readonly pointBytes: number;

  readonly #mcl: Mcl;
  readonly #field: FieldCodec;
  readonly #operations: GroupOperations;
  readonly #places: readonly number[];
  readonly #scratch: number;

  /** `places`: where mcl keeps each encoded element, counted in elements. */
  constructor(mcl: Mcl, field: FieldCodec, operations: GroupOperations, places: readonly number[]) {
    this.#mcl = mcl;
    this.#field = field;
    this.#operations = operations;
    this.#places = places;
    this.#scratch = mcl.malloc(scalarBytes);
    this.encodedLength = places.length * field.encodedLength;
    this.pointBytes = (places.length + places.length / 2) * fieldBytes;
  }

  /** Reads a point into memory; false when a coordinate is not in the field or the point not on the curve. */
  decode(point: number, input: Uint8Array, offset: number): boolean {
    this.#operations.clear(point);
    if (isZero(input, offset, offset + this.encodedLength)) return true;
    let at = offset;
    for (const place of this.#places) {
      if (!this.#field.decode(point + place * fieldBytes, input, at)) return false;
      at += this.#field.encodedLength;
    }
    this.#mcl.mclBnFp_setInt32(point + this.#places.length * fieldBytes, 1); // z
    return this.#operations.isValid(point) === 1;
  }

  encode(point: number): Uint8Array {
    const output = new Uint8Array(this.encodedLength);
    if (this.isInfinity(point)) return output;
    this.#operations.normalize(point, point);
    let at = 0;
    for (const place of this.#places) {
      this.#field.encode(point + place * fieldBytes, output, at);
      at += this.#field.encodedLength;
    }
    return output;
  }

  isInfinity(point: number): boolean {
    return this.#operations.isZero(point) === 1;
  }

  isInSubgroup(point: number): boolean {
    return this.#operations.isValidOrder(point) === 1;
  }

  /** The sum of the two encoded points of the input; undefined when one is not on the curve. */
  sum(input: Uint8Array): Uint8Array | undefined {
    return withMemory(this.#mcl, 2 * this.pointBytes, (left) => {
      const right = left + this.pointBytes;
      if (!this.decode(left, input, 0) || !this.decode(right, input, this.encodedLength)) return undefined;
      this.#operations.add(left, left, right);
      return this.encode(left);
    });
  }

  /** Encoded point ‖ scalar → their product, in a group that is the whole curve; undefined when it is not on the curve. */
  product(input: Uint8Array): Uint8Array | undefined {
    return withMemory(this.#mcl, this.pointBytes + scalarBytes, (point) => {
      const scalar = point + this.pointBytes;
      if (!this.decode(point, input, 0)) return undefined;
      this.decodeScalar(scalar, input, this.encodedLength);
      this.#operations.multiply(point, point, scalar);
      return this.encode(point);
    });
  }

  /** Reads any 256-bit number, reduced by the order of the group. */
  decodeScalar(scalar: number, input: Uint8Array, offset: number): void {
    view(this.#mcl, this.#scratch, scalarBytes).set(input.subarray(offset, offset + scalarBytes));
    this.#mcl.mclBnFr_setBigEndianMod(scalar, this.#scratch, scalarBytes);
  }
}

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}
