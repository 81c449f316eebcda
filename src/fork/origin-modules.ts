import type { Address } from '../primitives/address.ts';
import { fromHex, type Hex, isHex } from '../primitives/hex.ts';
import { quantity } from '../primitives/quantity.ts';
import { isJsonObject } from '../rpc/dispatch/request.ts';
import { type JsonValue, RpcError } from '../rpc/types.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Origin } from './origin.ts';

/** Entries in one request. */
const pageSize = 1_000;
/** JSON-RPC: the method does not exist. */
const methodNotFound = -32601;

export type ModuleEntries = ReadonlyMap<Address, Readonly<Record<Hex, Uint8Array>>>;

/**
 * The records of all native modules after a block, by account, when the origin is a qord; undefined when it is another
 * kind of node. Rejects with an OriginError, also for more than `limit` records, and with the errors of the origin.
 */
export async function readOriginModules(
  origin: Origin,
  accounts: Iterable<Address>,
  height: number,
  limit: number,
): Promise<ModuleEntries | undefined> {
  const modules = new Map<Address, Readonly<Record<Hex, Uint8Array>>>();
  let left = limit;
  for (const account of accounts) {
    const entries = await readEntries(origin, account, height, left);
    if (entries === undefined) return undefined;
    left -= Object.keys(entries).length;
    modules.set(account, entries);
  }
  return modules;
}

async function readEntries(
  origin: Origin,
  account: Address,
  height: number,
  limit: number,
): Promise<Readonly<Record<Hex, Uint8Array>> | undefined> {
  const entries: Record<Hex, Uint8Array> = {};
  let count = 0;
  let from: Hex | null = null;
  do {
    const page = await requestPage(origin, [account, from, pageSize, quantity(height)]);
    if (page === undefined) return undefined;
    for (const [key, value] of page.entries) entries[key] = fromHex(value);
    count += page.entries.length;
    if (count > limit) {
      throw new OriginError(
        `origin ${origin.name}: its modules have too many records (fork.max-module-records)`,
        -32005,
      );
    }
    from = page.next;
  } while (from !== null);
  return entries;
}

type Page = { readonly entries: readonly (readonly [Hex, Hex])[]; readonly next: Hex | null };

async function requestPage(origin: Origin, params: readonly JsonValue[]): Promise<Page | undefined> {
  const method = 'qord_getEntries';
  const page = await origin.request(method, params).catch((error: unknown) => {
    if (error instanceof RpcError && error.code === methodNotFound) return undefined;
    throw error;
  });
  if (page === undefined) return undefined;
  const { entries, next } = isJsonObject(page) ? page : {};
  if (isEntries(entries) && (next === null || (typeof next === 'string' && isHex(next)))) return { entries, next };
  throw new OriginError(`origin ${origin.name}: ${method} returned something unexpected`);
}

function isEntries(value: unknown): value is readonly (readonly [Hex, Hex])[] {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && row.length === 2 && row.every(isHexText));
}

function isHexText(value: unknown): boolean {
  return typeof value === 'string' && isHex(value);
}
