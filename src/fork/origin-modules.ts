import { chainIdAccount } from '../kernel/chain-id.ts';
import type { Address } from '../primitives/address.ts';
import { fromHex, type Hex, isHex } from '../primitives/hex.ts';
import { quantity } from '../primitives/quantity.ts';
import { isJsonObject } from '../rpc/dispatch/request.ts';
import type { JsonValue } from '../rpc/json-value.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Origin } from './origin.ts';

/** Entries in one request. */
const pageSize = 1_000;
/** Bytes of keys and values that count as one record more. */
const bytesPerRecord = 1_024;
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
  const room = { left: limit };
  for (const account of accounts) {
    const entries = await readEntries(origin, account, height, room);
    if (entries === undefined) return undefined;
    modules.set(account, entries);
  }
  return modules;
}

/** Whether the origin is a qord. Rejects with its errors. */
export async function servesModules(origin: Origin, height: number): Promise<boolean> {
  return (await requestPage(origin, [chainIdAccount, null, 1, quantity(height)])) !== undefined;
}

async function readEntries(
  origin: Origin,
  account: Address,
  height: number,
  room: { left: number },
): Promise<Readonly<Record<Hex, Uint8Array>> | undefined> {
  const entries: Record<Hex, Uint8Array> = {};
  let from: Hex | null = null;
  do {
    const page = await requestPage(origin, [account, from, pageSize, quantity(height)]);
    if (page === undefined) return undefined;
    for (const [key, value] of page.entries) {
      entries[key] = fromHex(value);
      room.left -= 1 + Math.floor((key.length + value.length) / 2 / bytesPerRecord);
    }
    if (room.left < 0) {
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
  // a page that is not the last has entries: else there would be no end
  if (isEntries(entries) && (next === null || (isHexText(next) && entries.length > 0))) return { entries, next };
  throw new OriginError(`origin ${origin.name}: ${method} returned something unexpected`);
}

function isEntries(value: unknown): value is readonly (readonly [Hex, Hex])[] {
  return Array.isArray(value) && value.every(isEntry);
}

/** Keys have 1 to 255 bytes. */
function isEntry(row: unknown): boolean {
  if (!Array.isArray(row) || row.length !== 2 || !row.every(isHexText)) return false;
  const [key = ''] = row;
  return key.length >= 4 && key.length <= 512;
}

function isHexText(value: unknown): value is Hex {
  return typeof value === 'string' && isHex(value);
}
