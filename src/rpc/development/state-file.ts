import { gunzipSync, gzipSync } from 'node:zlib';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { bigintToFixedBytes, trimLeadingZeros } from '../../primitives/bytes.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { assertNotStopped, defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import { parseAddressJson, parseData } from '../params/bytes.ts';
import { member, named, objectOf } from '../params/object.ts';
import { parseLooseQuantity } from '../params/quantity.ts';

/** A saved account. Storage keys have 32 bytes, or are keys of the records of a module. */
type SavedAccount = {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Uint8Array;
  readonly storage: ReadonlyMap<Hex, Uint8Array>;
};

type SavedState = ReadonlyMap<Address, SavedAccount>;

/** Largest file after decompression. */
const maxBytes = 512 * 1024 * 1024;

/**
 * anvil_dumpState: every account of the newest state, as compressed JSON of the shape that anvil reads and writes.
 * Records of native modules are beside the slots, because anvil reads no others. In a thread, which sees one block.
 */
export const dumpStateExecution = defineExecution<ExecutionRequest>('dumpState', {
  timeout: () => 0, // as long as the state is large
  isLong: () => true,
  run: ({ chain }, _, control) => {
    const state = chain.stateAt(chain.head().number);
    const all = chain.accountsFrom(zeroAddress, Number.MAX_SAFE_INTEGER);
    const accounts = all.map(([address, { nonce, balance, codeHash }]) => {
      assertNotStopped(control);
      const code = state === undefined ? '0x' : toHex(state.code(codeHash));
      return [address, { nonce: Number(nonce), balance: quantity(balance), code, ...entriesOf(state, address) }];
    });
    const file = { block: null, best_block_number: null, accounts: Object.fromEntries(accounts) };
    return toHex(gzipSync(JSON.stringify(file)));
  },
});

function entriesOf(state: StateView | undefined, address: Address): { storage: object; records?: object } {
  const entries = state === undefined ? [] : [...state.entries(address, '0x')];
  const slots = entries.filter(([key]) => isSlot(key)).map(([key, value]) => [key, wordOf(value)]);
  const records = entries.filter(([key]) => !isSlot(key)).map(([key, value]) => [key, toHex(value)]);
  const storage = Object.fromEntries(slots);
  return records.length === 0 ? { storage } : { storage, records: Object.fromEntries(records) };
}

/** Compressed JSON → state. Throws a RangeError. */
export function unpackState(packed: Uint8Array): SavedState {
  const { accounts } = objectOf(parseJson(packed));
  return new Map(
    Object.entries(objectOf(accounts)).map(([address, saved]) =>
      named(address, () => [parseAddressJson(address), parseAccount(saved)]),
    ),
  );
}

function parseJson(packed: Uint8Array): unknown {
  try {
    return JSON.parse(gunzipSync(packed, { maxOutputLength: maxBytes }).toString('utf8'));
  } catch {
    throw new RangeError('not a state that anvil_dumpState has returned');
  }
}

function parseAccount(json: unknown): SavedAccount {
  const saved = objectOf(json);
  const storage = [saved.storage, saved.records].flatMap((entries) => Object.entries(objectOf(entries ?? {})));
  return {
    nonce: member(saved, 'nonce', parseLooseQuantity) ?? 0n,
    balance: member(saved, 'balance', parseLooseQuantity) ?? 0n,
    code: member(saved, 'code', parseData) ?? new Uint8Array(0),
    storage: new Map(storage.map(([key, value]) => [toHex(parseData(key)), named(key, () => parseValue(key, value))])),
  };
}

/** A slot's word may be written as a number; only its digits are kept in the state. */
function parseValue(key: string, json: unknown): Uint8Array {
  return isSlot(key) ? trimLeadingZeros(bigintToFixedBytes(parseLooseQuantity(json), 32)) : parseData(json);
}

/** Overwrites accounts with the saved ones; others stay. */
export function restoreState(state: WorldState, saved: SavedState): void {
  for (const [address, { nonce, balance, code, storage }] of saved) {
    const before = state.balance(address);
    if (balance > before) state.mint(address, balance - before);
    else state.burn(address, before - balance);
    state.setAccount(address, { nonce, balance, codeHash: state.addCode(code) });
    for (const [key, value] of storage) state.setEntry(address, key, value);
  }
}

function isSlot(key: string): boolean {
  return key.length === 66;
}

function wordOf(value: Uint8Array): Hex {
  return `0x${toHex(value).slice(2).padStart(64, '0')}`;
}
