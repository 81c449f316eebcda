import { applyTransaction } from '#qord/evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '#qord/evm/transaction/execution.ts';
import { TransactionFaultError } from '#qord/evm/transaction/fault.ts';
import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockEnvironment, Engine, NativeContracts } from '#qord/kernel/engine.ts';
import { parseAddress } from '#qord/primitives/address.ts';
import { trimLeadingZeros } from '#qord/primitives/bytes.ts';
import { emptyCodeHash } from '#qord/primitives/crypto/keccak.ts';
import { parseHash } from '#qord/primitives/hash.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import type { WorldState } from '#qord/state/types.ts';
import type { JournaledState } from '#qord/state/world-state.ts';
import { type Blobs, blobFault, burnBlobFee } from './blob-transaction.ts';
import type { Rejection } from './expected-rejection.ts';
import { maxTransactionGas } from './forks.ts';
import type { TestAccounts } from './state-test-file.ts';

/** One transaction in one block on a small state. */
export type StateCase = {
  readonly pre: TestAccounts;
  readonly block: BlockEnvironment;
  readonly tx: SentTransaction;
  /** set for a type 3 transaction, which `tx` then shows as type 2 */
  readonly blobs: Blobs | undefined;
};

export type EngineContext = { readonly engine: Engine; readonly natives: NativeContracts };

/** The result, or why the transaction was rejected. */
export type CaseOutcome =
  | { readonly applied: AppliedTransaction; readonly rejection?: undefined }
  | { readonly applied?: undefined; readonly rejection: Rejection };

/** Holds the prepaid gas until the fees are distributed; no test refers to it. */
export const feeCollector = parseAddress('0xfee0000000000000000000000000000000000fee');

/**
 * Applies the case to its state as Ethereum does: the base fee is burned, the tip goes to the coinbase.
 */
export function applyCase(
  stateCase: Omit<StateCase, 'pre'>,
  state: JournaledState,
  { engine, natives }: EngineContext,
): CaseOutcome {
  const { block, tx, blobs } = stateCase;
  const snapshot = state.snapshot();
  try {
    const rejection = ethereumFault(stateCase, state);
    if (rejection !== undefined) return { rejection };
    if (blobs !== undefined) burnBlobFee(tx.sender, blobs, block, state);
    const applied = applyTransaction(tx, { engine, block, state, feeCollector, run: { natives } }, blobs?.hashes);
    shareFees(applied, block, state);
    return { applied };
  } catch (error) {
    if (!(error instanceof TransactionFaultError)) throw error;
    state.revert(snapshot);
    return { rejection: error.fault.code };
  }
}

/** Rules of Ethereum that do not apply on this chain. */
function ethereumFault({ tx, blobs, block }: Omit<StateCase, 'pre'>, state: WorldState): Rejection | undefined {
  if (tx.gasLimit > maxTransactionGas(block.fork)) return 'gas-limit-above-transaction-cap';
  return blobs === undefined ? undefined : blobFault(tx, blobs, block, state);
}

function shareFees(
  { gasUsed, effectiveGasPrice }: AppliedTransaction,
  block: BlockEnvironment,
  state: WorldState,
): void {
  state.transfer(feeCollector, block.coinbase, gasUsed * (effectiveGasPrice - block.baseFee));
  state.burn(feeCollector, gasUsed * block.baseFee);
  state.setAccount(feeCollector, undefined);
}

/** Writes the accounts of a test to the state. */
export function writeAccounts(state: WorldState, accounts: TestAccounts): void {
  for (const [address, { nonce, balance, code, storage }] of Object.entries(accounts)) {
    const owner = parseAddress(address);
    const codeHash = code.length === 0 ? emptyCodeHash : state.addCode(code);
    state.setAccount(owner, { nonce, balance, codeHash });
    for (const [slot, word] of Object.entries(storage)) {
      state.setEntry(owner, parseHash(slot), trimLeadingZeros(fromHex(word)));
    }
  }
}
