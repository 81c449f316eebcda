import type { SimpleStateManager } from '@ethereumjs/statemanager';
import { bigintToFixedBytes, bytesToBigint } from '#qord/primitives/bytes.ts';
import { type Hash, hashFromBytes, parseHash } from '#qord/primitives/hash.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { AccountDump, Dump } from './run-result.ts';

/** All accounts in the state of the other implementation. */
export function dumpOracle(state: SimpleStateManager): Dump {
  const accounts = state.accountStack.at(-1) ?? new Map();
  const codes = state.codeStack.at(-1) ?? new Map<string, Uint8Array>();
  const slots = slotsByAccount(state.storageStack.at(-1) ?? new Map());
  const dump = new Map<string, AccountDump>();
  for (const [address, account] of accounts) {
    if (account === undefined) continue;
    dump.set(address, {
      nonce: account.nonce,
      balance: account.balance,
      code: toHex(codes.get(address) ?? new Uint8Array(0)),
      storage: slots.get(address) ?? new Map(),
    });
  }
  return dump;
}

/** Its storage is one map with keys `address_slot`. */
function slotsByAccount(storage: ReadonlyMap<string, Uint8Array>): Map<string, Map<Hash, Hash>> {
  const byAccount = new Map<string, Map<Hash, Hash>>();
  for (const [key, bytes] of storage) {
    const word = bytesToBigint(bytes);
    const [address = '', slot = ''] = key.split('_');
    if (word === 0n) continue;
    const slots = byAccount.get(address) ?? new Map<Hash, Hash>();
    slots.set(parseHash(slot), hashFromBytes(bigintToFixedBytes(word, 32)));
    byAccount.set(address, slots);
  }
  return byAccount;
}
