import { trimLeadingZeros } from '../../primitives/bytes.ts';
import { hashFromNumber } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { emptyAccount } from '../../state/account.ts';
import type { WorldState } from '../../state/types.ts';
import type { DevelopmentControl } from '../development-control.ts';
import type { Methods } from '../method.ts';
import { addressParam, dataParam, hashParam } from '../params/bytes.ts';
import { alsoNamed, mapValue, paramOf } from '../params/param-type.ts';
import { booleanParam, looseQuantityType } from '../params/quantity.ts';
import { setter, toolMethod } from './aliases.ts';
import { amountParam } from './params.ts';
import type { Signers } from './signing/signers.ts';

const account = addressParam('address', 'The account.');
const slot = paramOf('slot', 'The storage slot.', mapValue(looseQuantityType(256), hashFromNumber));
const word = alsoNamed(hashParam('value', 'The word, 32 bytes.'), 'val');

/** Methods that set balances, nonces, code and storage. */
export function accountMethods(control: DevelopmentControl): Methods {
  const amend = (change: (state: WorldState) => void) => control.exclusively((turn) => turn.amend([change]));
  const balance = amountParam('balance', 'Wei.');
  const nonce = amountParam('nonce', 'The next nonce.', 64);
  return {
    ...setter('setBalance', 'Sets a balance.', [account, balance], ([address, wei]) =>
      amend((state) => {
        const before = state.balance(address);
        if (wei > before) state.mint(address, wei - before);
        else state.burn(address, before - wei);
      }),
    ),
    ...setter('addBalance', 'Adds to a balance.', [account, balance], ([address, wei]) =>
      amend((state) => {
        const most = 2n ** 256n - 1n - state.balance(address);
        state.mint(address, wei < most ? wei : most);
      }),
    ),
    ...setter('setNonce', 'Sets a nonce.', [account, nonce], ([address, value]) =>
      amend((state) => {
        state.setAccount(address, { ...(state.account(address) ?? emptyAccount), nonce: value });
      }),
    ),
    ...setter('setCode', 'Sets the code of an account.', [account, dataParam('code', 'The code.')], ([address, code]) =>
      amend((state) => {
        state.setAccount(address, { ...(state.account(address) ?? emptyAccount), codeHash: state.addCode(code) });
      }),
    ),
    ...toolMethod(
      'setStorageAt',
      'Sets a storage slot.',
      [account, slot, word],
      { type: 'boolean' },
      async ([address, key, value]) => {
        await amend((state) => state.setEntry(address, key, trimLeadingZeros(fromHex(value))));
        return true;
      },
    ),
  };
}

/** Sending transactions without keys. */
export function impersonationMethods(signers: Signers): Methods {
  return {
    ...setter('impersonateAccount', 'Lets an account send without its key.', [account], ([address]) =>
      signers.impersonate(address),
    ),
    ...setter('stopImpersonatingAccount', 'Stops the impersonation of an account.', [account], ([address]) =>
      signers.stopImpersonating(address),
    ),
    ...setter(
      'autoImpersonateAccount',
      'Sets whether every account may send without its key.',
      [booleanParam('enabled', 'Whether it is enabled.')],
      ([on]) => {
        signers.impersonatesAll = on;
      },
    ),
  };
}
