import { trimLeadingZeros } from '../../primitives/bytes.ts';
import { asHash, hashFromNumber } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { addressParam } from '../params/bytes.ts';
import { alsoNamed } from '../params/param-type.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { setter } from './aliases.ts';
import { amountParam } from './params.ts';
import { type TokenView, tokenSlotExecution } from './token-slot.ts';

const owner = addressParam('address', 'The owner.');
const token = alsoNamed(addressParam('token', 'The token.'), 'token_address');
const amount = (name: string) => amountParam(name, 'The amount, in the smallest unit of the token.');

/** Methods that set balances and allowances of tokens. */
export function tokenMethods(control: DevelopmentControl, executor: Executor): Methods {
  const set = async (view: TokenView, value: bigint, caller: Call): Promise<void> => {
    const found = await executor.run(tokenSlotExecution, { view, amount: value }, caller);
    const slot = asHash(String(JSON.parse(writeJson(found)))); // a thread returns it as JSON text
    const { token: contract, name } = view;
    if (slot === undefined) throw new RpcError(-32000, `no storage slot of ${contract} is what its ${name} returns`);
    const word = trimLeadingZeros(fromHex(hashFromNumber(value)));
    await control.exclusively(({ amend }) => amend([(state) => state.setEntry(contract, slot, word)]));
  };
  const deal = (name: string) =>
    setter(
      name,
      'Sets the balance of an ERC-20 token, in the storage slot that its balanceOf returns.',
      [owner, token, amount('balance')],
      ([holder, contract, value], caller) =>
        set({ token: contract, name: 'balanceOf', accounts: [holder] }, value, caller),
    );
  return {
    ...deal('dealERC20'),
    ...deal('setERC20Balance'),
    ...setter(
      'setERC20Allowance',
      'Sets what a spender may take of an ERC-20 token, in the storage slot that its allowance returns.',
      [
        addressParam('owner', 'The owner.'),
        addressParam('spender', 'Who may take it.'),
        token,
        alsoNamed(amount('amount'), 'allowance'),
      ],
      ([holder, spender, contract, value], caller) =>
        set({ token: contract, name: 'allowance', accounts: [holder, spender] }, value, caller),
    ),
  };
}
