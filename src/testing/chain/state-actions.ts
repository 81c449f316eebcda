import fc from 'fast-check';
import { type Address, parseAddress } from '../../primitives/address.ts';
import type { Hex } from '../../primitives/hex.ts';
import { emptyAccount } from '../../state/account.ts';
import type { Account, StateView, WorldState } from '../../state/types.ts';

/** Few addresses and keys, chosen so that keys are prefixes of each other and hold the bytes 0x00 and 0xff. */
export const someAddresses: readonly Address[] = ['01', '0100', 'ab', 'ff'].map((tail) =>
  parseAddress(`0x${tail.padStart(40, '0')}`),
);
export const someKeys: readonly Hex[] = [
  '0x00',
  '0x0000',
  '0x0001',
  '0x00ff',
  '0x01',
  '0x01ff00',
  '0xff',
  '0xffff',
  `0x${'00'.repeat(32)}`,
  `0x${'07'.padStart(64, '0')}`,
  `0x${'ab'.repeat(255)}`,
];

/** One random change of a state. */
export type Action =
  | { readonly kind: 'account'; readonly address: Address; readonly balance: bigint; readonly nonce: bigint }
  | { readonly kind: 'remove'; readonly address: Address }
  | { readonly kind: 'entry'; readonly address: Address; readonly key: Hex; readonly value: Uint8Array | undefined }
  | { readonly kind: 'transfer'; readonly address: Address; readonly to: Address; readonly wei: bigint }
  | { readonly kind: 'code'; readonly address: Address; readonly code: Uint8Array };

const address = fc.constantFrom(...someAddresses);
const key = fc.constantFrom(...someKeys);
const value = fc.option(fc.uint8Array({ minLength: 0, maxLength: 40 }), { nil: undefined });

/** Now and then the code of native modules, whose accounts have a history of their own. */
const anyCode = fc.oneof(fc.constant(Uint8Array.of(0xfe)), fc.uint8Array({ maxLength: 3 }));

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('account' as const),
      address,
      balance: fc.bigInt(0n, 9n),
      nonce: fc.bigInt(0n, 2n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), address }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('entry' as const), address, key, value }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('transfer' as const), address, to: address, wei: fc.bigInt(0n, 5n) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('code' as const), address, code: anyCode }),
  },
);

/** Applies the change to a state. Transfers move at most the balance. */
export function applyAction(state: WorldState, action: Action): void {
  const account = state.account(action.address) ?? emptyAccount;
  if (action.kind === 'account') {
    const { balance, nonce } = action;
    state.setAccount(action.address, { ...account, balance, nonce });
  } else if (action.kind === 'remove') {
    state.setAccount(action.address, undefined);
  } else if (action.kind === 'entry') {
    state.setEntry(action.address, action.key, action.value);
  } else if (action.kind === 'transfer') {
    state.transfer(action.address, action.to, action.wei > account.balance ? account.balance : action.wei);
  } else {
    state.setAccount(action.address, { ...account, codeHash: state.addCode(action.code) });
  }
}

/** A plain copy of everything that the actions can change, read through every method of the state. */
export function dump(view: StateView): Dump {
  return new Map(
    someAddresses.map((owner) => {
      const account = view.account(owner);
      const entries = [...view.entries(owner, '0x')].map(([k, v]) => [k, [...v]] as const);
      return [owner, { account, entries, code: account && [...view.code(account.codeHash)] }];
    }),
  );
}

export type Dump = ReadonlyMap<
  Address,
  {
    readonly account: Account | undefined;
    readonly entries: readonly (readonly [Hex, readonly number[]])[];
    readonly code: readonly number[] | undefined;
  }
>;
