import { createEngine } from '#qord/evm/engine.ts';
import type { BlockEnvironment, NativeContracts } from '#qord/kernel/engine.ts';
import { parseAddress } from '#qord/primitives/address.ts';
import { bigintToFixedBytes, bytesToBigint } from '#qord/primitives/bytes.ts';
import { type Hash, hashFromBytes, parseHash } from '#qord/primitives/hash.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { StateView } from '#qord/state/types.ts';
import {
  applyCase,
  type CaseOutcome,
  type EngineContext,
  feeCollector,
  type StateCase,
} from '../official/apply-case.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
import { createTestWorld } from '../official/test-world.ts';
import { applySent } from './apply-sent.ts';
import type { AccountDump, Dump, RunResult } from './run-result.ts';
import type { Sent } from './scenario.ts';

/** Runs a case with this node's engine. An exception is a result, too, which never equals that of the oracle. */
export function runQordEngine(stateCase: StateCase, machine: EngineContext): RunResult {
  return openQordEngine(stateCase.pre, machine)(stateCase);
}

/**
 * Opens a state with these accounts, and an engine of its own; what is returned runs one transaction after the other as a
 * block does, where the fees stay with the collector, who is not shown. So nobody must be paid tips.
 */
export function openQordBlock(
  accounts: TestAccounts,
  block: BlockEnvironment,
  natives: NativeContracts,
): (sent: Sent) => RunResult {
  const { state } = createTestWorld(accounts);
  const engine = createEngine();
  return (sent) =>
    withoutException(() => {
      const applied = applySent(sent, state, block, { engine, natives });
      const addresses = new Set([...Object.keys(accounts), ...state.changes().accounts.keys()]);
      addresses.delete(feeCollector);
      return toRunResult(applied === undefined ? { rejection: 'not valid' } : { applied }, state, [...addresses]);
    });
}

/** Opens a state with these accounts; what is returned runs one transaction after the other on it. */
export function openQordEngine(
  accounts: TestAccounts,
  machine: EngineContext,
): (stateCase: Omit<StateCase, 'pre'>) => RunResult {
  const { state } = createTestWorld(accounts);
  return (stateCase) =>
    withoutException(() => {
      const outcome = applyCase(stateCase, state, machine);
      return toRunResult(outcome, state, [...Object.keys(accounts), ...state.changes().accounts.keys()]);
    });
}

function withoutException(run: () => RunResult): RunResult {
  try {
    return run();
  } catch (error) {
    return { status: 'crashed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

type Ended = CaseOutcome | { readonly applied?: undefined; readonly rejection: string };

function toRunResult({ applied, rejection }: Ended, state: StateView, addresses: readonly string[]): RunResult {
  if (applied === undefined) return { status: 'rejected', reason: rejection };
  const { outcome, gasUsed, contractAddress } = applied;
  return {
    status: outcome.status,
    gasUsed,
    output: toHex(outcome.output),
    created: contractAddress,
    logs: outcome.logs,
    accounts: dumpState(state, addresses),
  };
}

function dumpState(state: StateView, addresses: readonly string[]): Dump {
  const dump = new Map<string, AccountDump>();
  for (const address of addresses.map(parseAddress)) {
    const account = state.account(address);
    if (account === undefined) continue;
    const { nonce, balance, codeHash } = account;
    dump.set(address, { nonce, balance, code: toHex(state.code(codeHash)), storage: slotsOf(state, address) });
  }
  return dump;
}

function slotsOf(state: StateView, address: string): Map<Hash, Hash> {
  const slots = new Map<Hash, Hash>();
  for (const [slot, bytes] of state.entries(parseAddress(address), '0x')) {
    slots.set(parseHash(slot), hashFromBytes(bigintToFixedBytes(bytesToBigint(bytes), 32)));
  }
  return slots;
}
