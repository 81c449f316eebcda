import { gzipSync } from 'node:zlib';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { StateView } from '../../state/types.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { assertNotStopped, defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';

/**
 * anvil_dumpState: every account of the newest state, as compressed JSON of the shape that anvil reads and writes.
 * Records of native modules are beside the slots, because anvil reads no others. In a thread, which sees one block.
 */
export const dumpStateExecution = defineExecution<ExecutionRequest>('dumpState', {
  timeout: () => 0, // as long as the state is large
  isLong: () => true,
  run: ({ chain }, _, control) => {
    const state = chain.states.at(chain.head().number);
    const all = chain.states.accountsFrom(zeroAddress, Number.MAX_SAFE_INTEGER);
    const accounts = all.map(([address, { nonce, balance, codeHash }]) => {
      assertNotStopped(control);
      const code = state === undefined ? '0x' : toHex(state.code(codeHash));
      return [address, { nonce, balance: quantity(balance), code, ...entriesOf(state, address) }] as const;
    });
    const file = { block: null, best_block_number: null, accounts: Object.fromEntries(accounts) };
    return toHex(gzipSync(writeJson(file)));
  },
});

type Words = Readonly<Record<string, Hex>>;

function entriesOf(state: StateView | undefined, address: Address): { storage: Words; records?: Words } {
  const entries = state === undefined ? [] : [...state.entries(address, '0x')];
  const slots = entries.filter((entry) => isSlot(entry)).map(([key, value]) => [key, wordOf(value)] as const);
  const records = entries.filter((entry) => !isSlot(entry)).map(([key, value]) => [key, toHex(value)] as const);
  const storage = Object.fromEntries(slots);
  return records.length === 0 ? { storage } : { storage, records: Object.fromEntries(records) };
}

/**
 * Whether an entry is a word in a slot: the key has 32 bytes, the value what a word has without its leading zeros. All
 * others are records of a module, also those whose key happens to have 32 bytes.
 */
function isSlot([key, value]: readonly [key: Hex, value: Uint8Array]): boolean {
  return key.length === 66 && value.length <= 32 && value[0] !== 0;
}

function wordOf(value: Uint8Array): Hex {
  return `0x${toHex(value).slice(2).padStart(64, '0')}`;
}
