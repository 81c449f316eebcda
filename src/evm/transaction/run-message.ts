import type { Outcome } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { StateView } from '../../state/contract.ts';
import { delegateOf } from '../delegation.ts';
import type { Authorized } from './authorize.ts';
import type { Execution, ExecutionContext } from './execution.ts';

/** Hands the execution to the engine with the gas that the intrinsic cost leaves. */
export function runMessage(
  execution: Execution,
  intrinsicGas: bigint,
  authorized: Authorized,
  { engine, block, state, run }: ExecutionContext,
): Outcome {
  const { sender, to, value, data, gasLimit, gasPrice, blobHashes, accessList } = execution;
  const delegate = to === undefined ? undefined : delegateAt(to, state);
  const message = {
    caller: sender,
    origin: sender,
    to,
    value,
    data,
    gas: gasLimit - intrinsicGas,
    gasPrice,
    blobHashes,
    accessList,
    warmAccounts: delegate === undefined ? authorized.warm : [...authorized.warm, delegate],
    refund: authorized.refund,
  };
  return engine.run(block, message, state, run);
}

/** The account whose code `address` runs; undefined unless it is delegated (EIP-7702). */
function delegateAt(address: Address, state: StateView): Address | undefined {
  const codeHash = state.account(address)?.codeHash ?? emptyCodeHash;
  return codeHash === emptyCodeHash ? undefined : delegateOf(state.code(codeHash));
}
