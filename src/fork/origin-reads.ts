import type { Address } from '../primitives/address.ts';
import { trimLeadingZeros } from '../primitives/bytes.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import { asHash, type Hash } from '../primitives/hash.ts';
import { fromHex, type Hex, isHex } from '../primitives/hex.ts';
import { parseQuantity, quantity } from '../primitives/quantity.ts';
import { maxTimestampSeconds } from '../primitives/time.ts';
import { isJsonObject } from '../rpc/dispatch/request.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Account } from '../state/types.ts';
import type { Origin } from './origin.ts';

/** Largest values with which a chain can continue: what this program counts blocks with, EIP-2681, and a word. */
const latestHeight = 2n ** 48n;
const largestNonce = 2n ** 64n - 1n;
const largestWord = 2n ** 256n - 1n;

/** The members of a block of the origin that a fork needs. */
type OriginBlock = {
  readonly number: number;
  readonly hash: Hash;
  /** seconds since 1970 */
  readonly timestamp: number;
  /** wei per gas; undefined before EIP-1559 */
  readonly baseFee: bigint | undefined;
};

/** The newest block, or that of a height. Rejects with an OriginError when there is none. */
export async function readOriginBlock(origin: Origin, height?: number): Promise<OriginBlock> {
  const tag = height === undefined ? 'latest' : quantity(height);
  const block = await origin.request('eth_getBlockByNumber', [tag, false]);
  if (!isJsonObject(block)) throw new OriginError(`origin ${origin.name}: it has no block ${height ?? 'yet'}`);
  const hash = typeof block.hash === 'string' ? asHash(block.hash.toLowerCase()) : undefined;
  if (hash === undefined) throw unexpected(origin, 'eth_getBlockByNumber');
  const fee = block.baseFeePerGas;
  return {
    number: Number(toInteger(origin, 'eth_getBlockByNumber', block.number, latestHeight)),
    hash,
    timestamp: Number(toInteger(origin, 'eth_getBlockByNumber', block.timestamp, BigInt(maxTimestampSeconds))),
    baseFee: typeof fee === 'string' ? parseQuantity(fee) : undefined,
  };
}

/** Nonce of an account at a height of the origin. */
export async function readOriginNonce(origin: Origin, address: Address, height: number): Promise<bigint> {
  const method = 'eth_getTransactionCount';
  return toInteger(origin, method, await origin.request(method, [address, quantity(height)]), largestNonce);
}

/** An account with its code; undefined when it cannot be distinguished from a missing one. */
export async function readOriginAccount(
  origin: Origin,
  address: Address,
  height: number,
): Promise<{ readonly account: Account | undefined; readonly code: Uint8Array }> {
  const at = quantity(height);
  const [balanceText, nonce, codeText] = await Promise.all([
    origin.request('eth_getBalance', [address, at]),
    readOriginNonce(origin, address, height),
    origin.request('eth_getCode', [address, at]),
  ]);
  const balance = toInteger(origin, 'eth_getBalance', balanceText, largestWord);
  const code = toBytes(origin, 'eth_getCode', codeText);
  const codeHash = code.length === 0 ? emptyCodeHash : keccakHash(code);
  const isEmpty = balance === 0n && nonce === 0n && code.length === 0;
  return { account: isEmpty ? undefined : { nonce, balance, codeHash }, code };
}

/** A storage slot: the word without leading zeros. */
export async function readOriginSlot(origin: Origin, owner: Address, key: Hex, height: number): Promise<Uint8Array> {
  const word = await origin.request('eth_getStorageAt', [owner, key, quantity(height)]);
  const bytes = trimLeadingZeros(toBytes(origin, 'eth_getStorageAt', word));
  if (bytes.length > 32) throw unexpected(origin, 'eth_getStorageAt');
  return bytes;
}

function toInteger(origin: Origin, method: string, value: unknown, largest: bigint): bigint {
  const integer = typeof value === 'string' ? parseQuantity(value) : undefined;
  if (integer === undefined || integer > largest) throw unexpected(origin, method);
  return integer;
}

/** Some nodes leave out a leading zero digit. */
function toBytes(origin: Origin, method: string, value: unknown): Uint8Array {
  const text = typeof value === 'string' && value.length % 2 === 1 ? value.replace('0x', '0x0') : value;
  if (typeof text !== 'string' || !isHex(text)) throw unexpected(origin, method);
  return fromHex(text);
}

function unexpected(origin: Origin, method: string): OriginError {
  return new OriginError(`origin ${origin.name}: ${method} returned something unexpected`);
}
