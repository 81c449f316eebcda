import { createECDH } from 'node:crypto';
import { inverse, modulo } from '@qord/curves/modular';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../bytes.ts';
import { once } from '../once.ts';

/** NIST's curve P-256, also known as secp256r1 (SEC 2, 2.4.2): y² = x³ - 3x + b modulo p, with `order` points. */
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** What marks a point with both coordinates (SEC 1, 2.3.3). */
const uncompressed = Uint8Array.of(4);

type Point = { readonly x: bigint; readonly y: bigint };

const agreement = once(() => createECDH('prime256v1'));

/**
 * Whether digest ‖ r ‖ s ‖ x ‖ y (32 bytes each) is an ECDSA signature with the public key Q = (x, y) (SEC 1, 4.1.4).
 * High values of s count too, as EIP-7951 says.
 *
 * OpenSSL verifies signatures of messages only, not of digests, but its key agreement multiplies points natively. It
 * returns the first coordinate of a product, so the sum of two products that the standard asks for is made one product:
 * digest/s · G + r/s · Q = r/s · (digest/r · G + Q).
 */
export function isP256Signature(input: Uint8Array): boolean {
  const [digest = 0n, r = 0n, s = 0n, x = 0n, y = 0n] = [0, 32, 64, 96, 128].map((at) =>
    bytesToBigint(input.subarray(at, at + 32)),
  );
  if (r === 0n || s === 0n || r >= order || s >= order || !isOnCurve({ x, y })) return false;
  const inverseOfBoth = inverse((r * s) % order, order);
  const factor = (((r * r) % order) * inverseOfBoth) % order; // r / s
  const factorOfBase = (((digest * s) % order) * inverseOfBoth) % order; // digest / r
  const sum = factorOfBase === 0n ? { x, y } : add(multipleOfBase(factorOfBase), { x, y });
  return sum !== undefined && xOfProduct(factor, sum) % order === r;
}

/** The point at infinity, written as zeros, is not on the curve. */
function isOnCurve({ x, y }: Point): boolean {
  return x < p && y < p && modulo(y * y - x * x * x + 3n * x - b, p) === 0n;
}

/** undefined when the sum is the point at infinity */
function add(left: Point, right: Point): Point | undefined {
  const isSame = left.x === right.x;
  if (isSame && left.y !== right.y) return undefined; // no point of this curve has y = 0
  const [rise, run] = isSame ? [3n * left.x * left.x - 3n, 2n * left.y] : [right.y - left.y, right.x - left.x];
  const slope = modulo(rise * inverse(modulo(run, p), p), p);
  const x = modulo(slope * slope - left.x - right.x, p);
  return { x, y: modulo(slope * (left.x - x) - left.y, p) };
}

function multipleOfBase(factor: bigint): Point {
  agreement().setPrivateKey(bigintToFixedBytes(factor, 32));
  const point = agreement().getPublicKey();
  return { x: bytesToBigint(point.subarray(1, 33)), y: bytesToBigint(point.subarray(33)) };
}

/** The first coordinate of factor · point, for a factor that is not 0: the order is prime. */
function xOfProduct(factor: bigint, { x, y }: Point): bigint {
  agreement().setPrivateKey(bigintToFixedBytes(factor, 32));
  const point = concatBytes(uncompressed, bigintToFixedBytes(x, 32), bigintToFixedBytes(y, 32));
  return bytesToBigint(agreement().computeSecret(point));
}
