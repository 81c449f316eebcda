import { gunzipSync } from 'node:zlib';
import { isChainId } from '../../kernel/chain-id.ts';
import type { Module } from '../../kernel/module.ts';
import { supplyAccount, supplyRecord } from '../../kernel/supply.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { bigintToFixedBytes, trimLeadingZeros } from '../../primitives/bytes.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { WorldState } from '../../state/types.ts';
import { parseJson } from '../dispatch/parse-json.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { assertNotStopped, defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import { type JsonValue, LongText } from '../json-value.ts';
import { parseAddressJson, parseData, parseSlot } from '../params/bytes.ts';
import { member, named, objectOf } from '../params/object.ts';
import { parseLooseQuantity } from '../params/quantity.ts';
import { RpcError } from '../rpc-error.ts';

/**
 * anvil_loadState. A file of megabytes holds hundreds of thousands of slots, which takes seconds: a thread parses it and
 * divides it into parts, each a line of JSON, and the main thread writes one part in a turn, in a block of its own.
 */

/** A part of a saved account: its properties come with the first of its entries. */
type SavedPart = {
  readonly address: string;
  readonly properties?: { readonly nonce: Hex; readonly balance: Hex; readonly code: Hex };
  readonly entries: readonly (readonly [key: Hex, value: Hex])[];
};

/** Largest file after decompression, in bytes; the values in it, where a member of an object counts as two; and how deep they are nested (traces of anvil: 11 and more). */
const largest = { bytes: 128 * 1024 * 1024, values: 4_000_000, depth: 64 };
/** Accounts and entries of one part: some tens of milliseconds of the main thread. */
const partSize = 500;

/** Compressed JSON → the parts. Throws an RpcError. */
export const unpackStateExecution = defineExecution<ExecutionRequest & { readonly packed: Uint8Array }>('unpackState', {
  timeout: () => 0, // as long as the state is large
  isLong: () => true,
  run: ({ modules }, { packed }, control) => {
    try {
      const lines: string[] = [];
      for (const part of partsOf(readFile(packed))) {
        assertNotStopped(control);
        for (const account of part) assertRecords(modules, account);
        lines.push(`${JSON.stringify(part)}\n`);
      }
      return new LongText(
        () => lines,
        lines.reduce((sum, { length }) => sum + length, 0),
      );
    } catch (error) {
      if (error instanceof RangeError) throw new RpcError(-32602, `invalid argument 0: ${error.message}`);
      throw error;
    }
  },
});

/** The changes that the parts make of the state: accounts are overwritten, others stay. */
export function* restoreInParts(parts: JsonValue): Iterable<(state: WorldState) => void> {
  for (const line of linesOf(parts)) {
    yield (state) => {
      for (const part of JSON.parse(line) as SavedPart[]) restore(state, part);
    };
  }
}

function restore(state: WorldState, { address: text, properties, entries }: SavedPart): void {
  const address = parseAddress(text);
  if (properties !== undefined) {
    const [balance, before] = [BigInt(properties.balance), state.balance(address)];
    if (balance > before) state.mint(address, balance - before);
    else state.burn(address, before - balance);
    const codeHash = state.addCode(fromHex(properties.code));
    state.setAccount(address, { nonce: BigInt(properties.nonce), balance, codeHash });
  }
  for (const [key, value] of entries) {
    if (isOfThisChain(address, key)) continue;
    state.setEntry(address, key, fromHex(value));
  }
}

/**
 * This chain counts its own supply, which the loaded balances change: the record of another chain would be wrong here.
 * Its chain id is no part of what it loads, either.
 */
function isOfThisChain(address: Address, key: Hex): boolean {
  return isChainId(address, key) || (address === supplyAccount && Number(key) === supplyRecord.number);
}

function* linesOf(text: JsonValue): Iterable<string> {
  let rest = '';
  const parts = text instanceof LongText ? text.parts() : [writeJson(text)];
  for (const part of parts) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function readFile(packed: Uint8Array): object {
  try {
    const isPacked = packed[0] === 0x1f && packed[1] === 0x8b; // anvil takes the file as it writes it (--dump-state), too
    const bytes = isPacked ? gunzipSync(packed, { maxOutputLength: largest.bytes }) : Buffer.from(packed);
    const text = bytes.toString('latin1');
    return objectOf(objectOf(parseJson(text, largest.depth, largest.values)).accounts);
  } catch {
    const limits = `of ${largest.bytes / 1024 / 1024} MB and ${largest.values} values at most`;
    throw new RangeError(`not a state that anvil_dumpState has returned, ${limits}`);
  }
}

/** Each has about as many accounts and entries as may be together. Throws a RangeError. */
function* partsOf(accounts: object): Iterable<readonly SavedPart[]> {
  let parts: SavedPart[] = [];
  let size = 0;
  for (const [name, json] of Object.entries(accounts)) {
    const saved = objectOf(json);
    const address: Address = named(name, () => parseAddressJson(name));
    const entries = named(name, () => entriesOf(saved));
    let properties: SavedPart['properties'] | undefined = named(name, () => propertiesOf(saved));
    for (let from = 0; from === 0 || from < entries.length; from += partSize) {
      const some = entries.slice(from, from + partSize);
      parts.push(properties === undefined ? { address, entries: some } : { address, properties, entries: some });
      properties = undefined;
      size += 1 + some.length;
      if (size < partSize) continue;
      yield parts;
      parts = [];
      size = 0;
    }
  }
  if (parts.length > 0) yield parts;
}

function propertiesOf(saved: ReturnType<typeof objectOf>): NonNullable<SavedPart['properties']> {
  return {
    nonce: quantity(member(saved, 'nonce', parseNonce) ?? 0n),
    balance: quantity(member(saved, 'balance', parseLooseQuantity) ?? 0n),
    code: toHex(member(saved, 'code', parseData) ?? new Uint8Array(0)),
  };
}

function parseNonce(json: unknown): bigint {
  return parseLooseQuantity(json, 64);
}

/** Throws a RangeError when a module could not read one of the entries of its account. */
function assertRecords(modules: readonly Module[], { address, entries }: SavedPart): void {
  const module = modules.find((each) => each.address === address);
  for (const [key, value] of module?.entryFault === undefined ? [] : entries) {
    const fault = module?.entryFault?.(key, fromHex(value));
    if (fault !== undefined) throw new RangeError(`${address} is the module ${module?.name}: ${key}: ${fault}`);
  }
}

function entriesOf({ storage, records }: ReturnType<typeof objectOf>): [key: Hex, value: Hex][] {
  return [...parseEntries(storage, parseSlot, parseWord), ...parseEntries(records, parseKey, parseData)];
}

function parseEntries(
  json: unknown,
  parseName: (name: string) => Hex,
  parse: (json: unknown) => Uint8Array,
): [key: Hex, value: Hex][] {
  const all = Object.entries(objectOf(json ?? {}));
  return all.map(([key, value]) => [named(key, () => parseName(key)), toHex(named(key, () => parse(value)))]);
}

/** A state keeps no other keys (`WorldState.setEntry`). */
function parseKey(key: string): Hex {
  const bytes = parseData(key);
  if (bytes.length === 0 || bytes.length > 255) throw new RangeError('a key has 1 to 255 bytes');
  return toHex(bytes);
}

/** A slot's word may be written as a number; only its digits are kept in the state. */
function parseWord(json: unknown): Uint8Array {
  return trimLeadingZeros(bigintToFixedBytes(parseLooseQuantity(json), 32));
}
