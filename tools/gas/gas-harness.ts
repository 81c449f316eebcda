import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { BlockEnvironment, NativeContracts } from '#qord/kernel/engine.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { createModules } from '#qord/modules/index.ts';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import type { StateView } from '#qord/state/types.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { loopCode, loopData, plainLoop, type RepeatedCall } from './loop-code.ts';

/** A call whose cost is measured. */
export type GasCase = Omit<RepeatedCall, 'callsPerRound'> & {
  readonly input: Uint8Array;
  /** the account that calls: it gets the code of the loop */
  readonly caller: Address;
};

/** Gas and CPU time, in ms, of a number of calls. */
export type GasUsage = { readonly gas: bigint; readonly ms: number };

/** Runs loops of calls on one state, which stays as it is. */
export type GasHarness = {
  /** `rounds` times `callsPerRound` calls, the preparation of the memory included. */
  run(gasCase: GasCase, callsPerRound: number, rounds: number): GasUsage;
  /** Gas of a whole block: no call can have more. */
  readonly blockGas: bigint;
  /** Gas that the native takes before it does anything. */
  priceOf(gasCase: Pick<GasCase, 'target' | 'input'>): bigint;
  /** Plain instructions only. */
  runPlain(rounds: number): GasUsage;
};

/** more than any loop uses */
const plentyGas = 10n ** 15n;
const sender = parseAddress(`0x${'5e'.repeat(20)}`);
const plainAddress = parseAddress(`0x${'b1'.repeat(20)}`);

/** Creates a harness on a copy of the state `base`. */
export function createGasHarness(
  base: StateView,
  block: BlockEnvironment,
  natives: NativeContracts = joinNatives(precompiles('osaka'), createModules()),
): GasHarness {
  const engine = createEngine();
  const state = createWorldState(base);
  const run = (at: Address, code: Uint8Array, data: Uint8Array): GasUsage => {
    const mark = state.snapshot();
    const account = state.account(at) ?? { nonce: 1n, balance: 0n };
    state.setAccount(at, { ...account, codeHash: state.addCode(code) });
    const message = { caller: sender, origin: sender, to: at, value: 0n, data, gas: plentyGas, gasPrice: 0n };
    const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
    const before = process.cpuUsage();
    const outcome = engine.run(block, { ...message, ...lists }, state, { natives });
    const { user, system } = process.cpuUsage(before);
    state.revert(mark);
    if (outcome.status !== 'success') throw new Error(`the loop ended with ${outcome.halt ?? outcome.status}`);
    return { gas: plentyGas - outcome.gasLeft, ms: (user + system) / 1000 };
  };
  return {
    run: ({ input, caller, ...call }, callsPerRound, rounds) =>
      run(caller, loopCode({ ...call, callsPerRound }), loopData(input, rounds)),
    blockGas: block.gasLimit,
    priceOf: ({ target, input }) => natives.at(target)?.gas(input) ?? 0n,
    runPlain: (rounds) => run(plainAddress, plainLoop, loopData(new Uint8Array(0), rounds)),
  };
}
