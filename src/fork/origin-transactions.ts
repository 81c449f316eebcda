import { encodeSigned, restoreTransaction, TransactionDecodeError } from '../kernel/transaction/codec.ts';
import type { AccessList, Authorization, Transaction, UnsignedTransaction } from '../kernel/transaction/transaction.ts';
import { type Address, parseAddress } from '../primitives/address.ts';
import { asHash, type Hash } from '../primitives/hash.ts';
import { fromHex, isHex } from '../primitives/hex.ts';
import { isObject } from '../primitives/objects.ts';
import { parseQuantity, quantity } from '../primitives/quantity.ts';
import { maxTimestampSeconds } from '../primitives/time.ts';
import type { JsonValue } from '../rpc/json-value.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Origin } from './origin.ts';

type Fields = Readonly<Record<string, unknown>>;
type Request = (method: string, params: readonly JsonValue[]) => Promise<JsonValue>;

/** The beginning of a block of the origin, up to one of its transactions. */
export type BlockBeginning = {
  readonly miner: Address;
  /** seconds since 1970 */
  readonly timestamp: number;
  /** wei per gas */
  readonly baseFee: bigint;
  readonly gasLimit: bigint;
  readonly prevRandao: Hash;
  readonly transactions: readonly OriginTransaction[];
};

/** `transaction` is undefined when it is of a type that this chain does not have. */
type OriginTransaction = { readonly hash: Hash; readonly transaction: Transaction | undefined };

/** Height of the block of the origin that has the transaction. Rejects with an OriginError when none has it. */
export async function readTransactionHeight(origin: Origin, hash: Hash): Promise<number> {
  const found = await origin.request('eth_getTransactionByHash', [hash]);
  const height =
    isObject(found) && typeof found.blockNumber === 'string' ? parseQuantity(found.blockNumber) : undefined;
  if (height === undefined || height < 1n || height > Number.MAX_SAFE_INTEGER)
    throw new OriginError(`origin ${origin.name}: it has no block with the transaction ${hash}`);
  return Number(height);
}

/** A block of the origin up to a transaction in it. Rejects with an OriginError, and as `request` does. */
export async function readBlockBeginning(
  name: string,
  request: Request,
  height: number,
  last: Hash,
): Promise<BlockBeginning> {
  const block = await request('eth_getBlockByNumber', [quantity(height), true]);
  try {
    return beginningOf(block, last);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new OriginError(`origin ${name}: its block ${height} cannot be read: ${error.message}`);
  }
}

/** Throws a TypeError or RangeError. */
function beginningOf(block: unknown, last: Hash): BlockBeginning {
  if (!isObject(block) || !Array.isArray(block.transactions)) throw new TypeError('it is no block with transactions');
  const items = block.transactions.filter(isObject);
  const index = items.findIndex(({ hash }) => hash === last);
  if (index === -1) throw new RangeError(`it does not have the transaction ${last}`);
  const timestamp = integer(block, 'timestamp');
  if (timestamp > maxTimestampSeconds) throw new RangeError('its time is too late');
  return {
    miner: parseAddress(text(block, 'miner')),
    timestamp: Number(timestamp),
    baseFee: block.baseFeePerGas === undefined ? 0n : integer(block, 'baseFeePerGas'),
    gasLimit: integer(block, 'gasLimit'),
    prevRandao: hashOf(block, 'mixHash'),
    transactions: items
      .slice(0, index + 1)
      .map((item) => ({ hash: hashOf(item, 'hash'), transaction: toTransaction(item) })),
  };
}

function toTransaction(item: Fields): Transaction | undefined {
  const unsigned = unsignedOf(item);
  if (unsigned === undefined) return undefined;
  const [r, s, v] = [integer(item, 'r'), integer(item, 's'), integer(item, 'v')];
  const isOdd = unsigned.type === 0 ? v % 2n === 0n : v === 1n; // 28 or chainId * 2 + 36 (EIP-155), else yParity
  const raw = encodeSigned(unsigned, { r, s, yParity: isOdd ? 1 : 0 });
  try {
    const transaction = restoreTransaction(raw, parseAddress(text(item, 'from')));
    return transaction.hash === hashOf(item, 'hash') ? transaction : undefined;
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined;
    throw error;
  }
}

/** Undefined for types that this chain does not have, or that are not signed. */
function unsignedOf(item: Fields): UnsignedTransaction | undefined {
  const type = item.type === undefined ? 0 : Number(integer(item, 'type'));
  const common = {
    nonce: integer(item, 'nonce'),
    gasLimit: integer(item, 'gas'),
    to: item.to === null || item.to === undefined ? undefined : parseAddress(text(item, 'to')),
    value: integer(item, 'value'),
    data: fromHex(hexOf(item, 'input')),
  };
  if (type === 0) {
    const v = integer(item, 'v');
    return { ...common, type, chainId: v >= 35n ? (v - 35n) / 2n : undefined, gasPrice: integer(item, 'gasPrice') };
  }
  if (type !== 1 && type !== 2 && type !== 4) return undefined;
  const listed = { ...common, chainId: integer(item, 'chainId'), accessList: accessListOf(item) };
  if (type === 1) return { ...listed, type, gasPrice: integer(item, 'gasPrice') };
  const [maxFeePerGas, maxPriorityFeePerGas] = [integer(item, 'maxFeePerGas'), integer(item, 'maxPriorityFeePerGas')];
  const dynamic = { ...listed, maxFeePerGas, maxPriorityFeePerGas };
  return type === 2 ? { ...dynamic, type } : { ...dynamic, type, authorizationList: authorizationsOf(item) };
}

function accessListOf({ accessList = [] }: Fields): AccessList {
  return listOf(accessList, 'accessList').map((entry) => ({
    address: parseAddress(text(entry, 'address')),
    storageKeys: Array.isArray(entry.storageKeys)
      ? entry.storageKeys.map((key) => hashOf({ storageKey: key }, 'storageKey'))
      : [],
  }));
}

function authorizationsOf({ authorizationList }: Fields): readonly Authorization[] {
  return listOf(authorizationList, 'authorizationList').map((entry) => ({
    chainId: integer(entry, 'chainId'),
    address: parseAddress(text(entry, 'address')),
    nonce: integer(entry, 'nonce'),
    yParity: integer(entry, 'yParity'),
    r: integer(entry, 'r'),
    s: integer(entry, 's'),
  }));
}

function listOf(value: unknown, name: string): readonly Fields[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new TypeError(`its ${name} is no list`);
  return value;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new TypeError(`its ${name} is no text`);
  return value;
}

function integer(fields: Fields, name: string): bigint {
  const value = parseQuantity(text(fields, name));
  if (value === undefined) throw new TypeError(`its ${name} is no quantity`);
  return value;
}

function hashOf(fields: Fields, name: string): Hash {
  const hash = asHash(text(fields, name).toLowerCase());
  if (hash === undefined) throw new TypeError(`its ${name} is no hash`);
  return hash;
}

function hexOf(fields: Fields, name: string) {
  const value = text(fields, name);
  if (!isHex(value)) throw new TypeError(`its ${name} is not hex`);
  return value;
}
