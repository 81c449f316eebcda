import { parseAddress } from '#qord/primitives/address.ts';
import { bytesToBigint } from '#qord/primitives/bytes.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { JournaledState } from '#qord/state/world-state.ts';
import type { TestAccount, TestAccounts } from './state-test-file.ts';

/**
 * One line per account: its values and, in tests that contain the expected state, the expected value where it differs.
 */
export function stateDifferences(state: JournaledState, expected: TestAccounts | undefined): string[] {
  const addresses = new Set([...state.changes().accounts.keys(), ...Object.keys(expected ?? {})]);
  return [...addresses].sort().flatMap((address) => {
    const ours = describeOurs(state, address);
    if (expected === undefined) return [`${address}: ${ours}`];
    const theirs = describeTheirs(expected[address]);
    return ours === theirs ? [] : [`${address}: ${ours}`, `${' '.repeat(33)}expected: ${theirs}`];
  });
}

function describeOurs(state: JournaledState, text: string): string {
  const address = parseAddress(text);
  const account = state.account(address);
  if (account === undefined) return 'none';
  const slots = [...state.entries(address, '0x')].map(([slot, value]) => [BigInt(slot), bytesToBigint(value)] as const);
  return describe(account.nonce, account.balance, state.code(account.codeHash), slots);
}

function describeTheirs(account: TestAccount | undefined): string {
  if (account === undefined) return 'none';
  const slots = Object.entries(account.storage).map(([slot, word]) => [BigInt(slot), BigInt(word)] as const);
  return describe(account.nonce, account.balance, account.code, slots);
}

function describe(
  nonce: bigint,
  balance: bigint,
  code: Uint8Array,
  slots: readonly (readonly [bigint, bigint])[],
): string {
  const storage = slots.map(([slot, word]) => `0x${slot.toString(16)}: 0x${word.toString(16)}`).sort();
  return `nonce ${nonce}, balance ${balance}, code ${toHex(code).slice(0, 100)}, storage {${storage.join(', ')}}`;
}
