import { parseAddress } from '../../primitives/address.ts';
import { bigintToFixedBytes, bytesToBigint } from '../../primitives/bytes.ts';
import { type Hash, hashFromBytes, parseHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import { applyCase, type CaseOutcome, type EngineContext, type StateCase } from '../official/apply-case.ts';
import { createTestWorld } from '../official/test-world.ts';
import type { AccountDump, Dump, RunResult } from './run-result.ts';

/** Runs a case with this node's engine. An exception is a result, too, which never equals that of the oracle. */
export function runQordEngine(stateCase: StateCase, machine: EngineContext): RunResult {
  try {
    const { state } = createTestWorld(stateCase.pre);
    const outcome = applyCase(stateCase, state, machine);
    const addresses = [...Object.keys(stateCase.pre), ...state.changes().accounts.keys()];
    return toRunResult(outcome, state, addresses);
  } catch (error) {
    return { status: 'crashed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function toRunResult({ applied, rejection }: CaseOutcome, state: StateView, addresses: readonly string[]): RunResult {
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
