import { hashFromNumber } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { AccountSnapshot, RecordedAccount } from './prestate-account.ts';
import type { TraceValue } from './trace.ts';

type Members = Record<string, TraceValue>;
type Slot = RecordedAccount['slots'][number];

const unchanged = '=';

/**
 * `stateDiff` of OpenEthereum's trace_ methods: what changed in each account. `=` is no change, `+` a value of a new
 * account, `-` one of a removed account, `*` a change.
 */
export function parityStateDiff(accounts: readonly RecordedAccount[]): TraceValue {
  const diff: Members = {};
  for (const account of accounts) {
    const changes = accountDiff(account);
    if (changes !== undefined) diff[account.address] = changes;
  }
  return diff;
}

function accountDiff({ before, after, slots }: RecordedAccount): TraceValue | undefined {
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined || after === undefined) {
    const [sign, account] = before === undefined ? (['+', after] as const) : (['-', before] as const);
    const value = (slot: Slot) => (sign === '+' ? slot.after : slot.before);
    const shown = slots.filter((slot) => value(slot) !== 0n);
    return (
      account &&
      wholeAccount(
        sign,
        account,
        shown.map((slot) => [slot.key, { [sign]: hashFromNumber(value(slot)) }]),
      )
    );
  }
  const changed = slots.filter((slot) => slot.before !== slot.after);
  const isSame = before.balance === after.balance && before.nonce === after.nonce && before.codeHash === after.codeHash;
  if (isSame && changed.length === 0) return undefined;
  return {
    balance: change(quantity(before.balance), quantity(after.balance)),
    code: change(toHex(before.code), toHex(after.code)),
    nonce: change(quantity(before.nonce), quantity(after.nonce)),
    storage: Object.fromEntries(
      changed.map((slot) => [slot.key, change(hashFromNumber(slot.before), hashFromNumber(slot.after))]),
    ),
  };
}

function wholeAccount(
  sign: '+' | '-',
  { balance, code, nonce }: AccountSnapshot,
  storage: readonly (readonly [string, TraceValue])[],
): TraceValue {
  return {
    balance: { [sign]: quantity(balance) },
    code: { [sign]: toHex(code) },
    nonce: { [sign]: quantity(nonce) },
    storage: Object.fromEntries(storage),
  };
}

function change(from: string, to: string): TraceValue {
  return from === to ? unchanged : { '*': { from, to } };
}
