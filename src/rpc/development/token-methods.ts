import { trimLeadingZeros } from '../../primitives/bytes.ts';
import { asHash, hashFromNumber } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { DevelopmentControl } from '../development-control.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { addressParam } from '../params/bytes.ts';
import { RpcError } from '../rpc-error.ts';
import { setter } from './aliases.ts';
import { amountParam } from './params.ts';
import { tokenSlotExecution } from './token-slot.ts';

/** Methods that set balances of tokens. */
export function tokenMethods(control: DevelopmentControl, executor: Executor): Methods {
  const deal = (name: string) =>
    setter(
      name,
      'Sets the balance of an ERC-20 token, in the storage slot that its balanceOf returns.',
      [
        addressParam('address', 'The owner.'),
        addressParam('token', 'The token.'),
        amountParam('balance', 'The amount, in the smallest unit of the token.'),
      ],
      async ([owner, token, amount], caller) => {
        const found = await executor.run(tokenSlotExecution, { owner, token, amount }, caller);
        const slot = asHash(String(JSON.parse(writeJson(found)))); // a thread returns it as JSON text
        if (slot === undefined) throw new RpcError(-32000, `no storage slot of ${token} is what its balanceOf returns`);
        const word = trimLeadingZeros(fromHex(hashFromNumber(amount)));
        await control.exclusively(({ amend }) => amend([(state) => state.setEntry(token, slot, word)]));
      },
    );
  return { ...deal('dealERC20'), ...deal('setERC20Balance') };
}
