import type { Message, MessageFee } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { StateView } from '../../state/types.ts';
import { delegateOf } from '../delegation.ts';
import type { Authorized } from './authorize.ts';
import type { Execution } from './execution.ts';
import type { GasCost } from './gas-cost.ts';

/** What was determined before the message. */
type Prepared = {
  readonly gasCost: GasCost;
  readonly authorized: Authorized;
  readonly countsNonce: boolean;
  readonly fee: MessageFee | undefined;
};

/** The message that the engine executes, with the gas left after the intrinsic cost. */
export function toMessage(
  execution: Execution,
  { gasCost, authorized, countsNonce, fee }: Prepared,
  state: StateView,
): Message {
  const { sender, to, value, data, gasLimit, gasPrice, blobHashes, accessList, isHybrid } = execution;
  const delegate = to === undefined ? undefined : delegateAt(to, state);
  return {
    caller: sender,
    origin: sender,
    to,
    value,
    data,
    gas: gasLimit - gasCost.intrinsic,
    gasPrice,
    blobHashes,
    accessList,
    warmAccounts: delegate === undefined ? authorized.warm : [...authorized.warm, delegate],
    refund: authorized.refund,
    isHybrid,
    countsNonce,
    fee,
  };
}

/** The account whose code `address` executes; undefined unless it is delegated (EIP-7702). */
function delegateAt(address: Address, state: StateView): Address | undefined {
  const codeHash = state.account(address)?.codeHash ?? emptyCodeHash;
  return codeHash === emptyCodeHash ? undefined : delegateOf(state.code(codeHash));
}
