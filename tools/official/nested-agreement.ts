import { deepStrictEqual } from 'node:assert/strict';
import { gasCost, gasCostInputOf } from '#qord/evm/transaction/gas-cost.ts';
import type { ExitedFrame, Message, ModuleContract, NativeContracts, Outcome, Tracer } from '#qord/kernel/engine.ts';
import { accessListOf } from '#qord/kernel/transaction/transaction.ts';
import { addressToBytes, parseAddress } from '#qord/primitives/address.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { createWorldState, type JournaledState } from '#qord/state/world-state.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';
import type { EngineContext, StateCase } from './apply-case.ts';
import { assertSameState } from './same-state.ts';

/** The account that passes the message of a test on; no test has it. */
const relay = parseAddress('0x9e57ed000000000000000000000000000000e1a7');
/** Most gas that is passed on; some tests have far more than a block. */
const mostGas = 30_000_000n;
/** Gas of the whole run: 63 of 64 parts of it are more than that. */
const runGas = 2n * mostGas;
/** What a callee gets for free with value. */
const stipend = 2_300n;

type Call = Pick<Message, 'to' | 'value' | 'data'> & { readonly gas: bigint };

/**
 * Sends the message of a test through a contract that passes it on by CALL, and through a module that passes it on by
 * `callEvm`: a nested run is a frame of its transaction, so that both must end alike, with the same state, logs, refunds
 * and gas of every frame. Throws an AssertionError when they differ. Creations and rejected transactions have no such
 * message.
 */
export function assertNestedAgrees(
  { block, tx, blobs }: StateCase,
  state: JournaledState,
  context: EngineContext,
): void {
  const { to, value, data } = tx;
  if (to === undefined) return;
  const left = tx.gasLimit - gasCost(gasCostInputOf(tx), block.fork).intrinsic;
  const gas = left < mostGas ? left : mostGas;
  if (gas < 0n || (state.account(tx.sender)?.balance ?? 0n) < value) return;
  const call = { to, value, data, gas };
  const code = relayCode(call); // the module has it, too, so that nothing tells the two apart
  const run = (natives: NativeContracts) => {
    const copy = createWorldState(state);
    copy.setAccount(relay, { nonce: 1n, balance: 0n, codeHash: copy.addCode(code) });
    const frames: Frame[] = [];
    const message: Message = {
      caller: tx.sender,
      origin: tx.sender,
      to: relay,
      value,
      data,
      gas: runGas,
      gasPrice: 0n,
      blobHashes: blobs?.hashes ?? [],
      accessList: accessListOf(tx),
      warmAccounts: [],
      refund: 0n,
    };
    const outcome = context.engine.run(block, message, copy, { natives, tracer: listing(frames) });
    return { ...shown(outcome), frames, copy };
  };
  const direct = run(context.natives);
  const nested = run(withRelay(context.natives, call));
  deepStrictEqual({ ...nested, copy: undefined }, { ...direct, copy: undefined }, 'through a module and by CALL');
  assertSameState(nested.copy, direct.copy, [nested.copy.changes(), direct.copy.changes()]);
}

type Frame = { readonly depth: number; readonly gasUsed: bigint; readonly isFailed: boolean };

/** Notes how every frame of the message ends; the relay itself is depth 0. */
function listing(frames: Frame[]): Tracer {
  return {
    onExit: ({ depth, gasUsed, error }: ExitedFrame) => {
      if (depth > 0) frames.push({ depth, gasUsed, isFailed: error !== undefined });
    },
  };
}

function shown({ status, output, logs, refund, burned }: Outcome) {
  return { status, output: toHex(output), logs, refund, burned };
}

/**
 * Calls the target and returns a word that says whether it succeeded, and what it returned. Only the sender of the
 * transaction may call it: tests send coins to their caller.
 */
function relayCode({ to, gas }: Call): Uint8Array {
  return assemble(
    ...['ORIGIN', 'CALLER', 'EQ', 7, 'JUMPI', 'INVALID', 'JUMPDEST'],
    ...['CALLDATASIZE', 0, 0, 'CALLDATACOPY', 0, 0, 'CALLDATASIZE', 0, 'CALLVALUE'],
    ...[Uint8Array.from([0x73, ...addressToBytes(to ?? relay)]), gas, 'CALL', 0, 'MSTORE'],
    ...['RETURNDATASIZE', 0, 32, 'RETURNDATACOPY', 'RETURNDATASIZE', 32, 'ADD', 0, 'RETURN'],
  );
}

function withRelay(natives: NativeContracts, { to, gas }: Call): NativeContracts {
  const contract: ModuleContract = {
    name: 'relay',
    stateful: true,
    gas: () => 0n,
    run: ({ origin, caller, self, value, input, callEvm }) => {
      if (caller !== origin) return { status: 'failure' };
      const forwarded = value > 0n ? gas + stipend : gas;
      const { failure, output, gasUsed } = callEvm({ from: self, to, value, data: input.slice(), gas: forwarded });
      const word = new Uint8Array(32);
      word[31] = failure === undefined ? 1 : 0;
      return { status: 'success', gasUsed, output: concatBytes(word, output) };
    },
  };
  return {
    ...natives,
    at: (address) => (address === relay ? contract : natives.at(address)),
    addresses: [...natives.addresses, relay],
  };
}
