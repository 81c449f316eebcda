import type { ModuleContract, NativeCall, NativeResult, PrecompiledContract } from '../../kernel/engine.ts';
import { bigintToFixedBytes, bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import type { Hex } from '../../primitives/hex.ts';
import type { Part } from '../../testing/evm/assemble.ts';
import { address, type createEvmHarness } from '../../testing/evm/harness.ts';

export const ledger = address(0x0d01);
export const doubler = address(0x02);
export const record: Hex = '0x01';
/** A successful result. */
export const success = (output: Uint8Array, gasUsed = 0n): NativeResult => ({ status: 'success', gasUsed, output });
/** The price of every call of the module. */
export const gas = () => 1000n;

/**
 * A module with one number in its records. Called with no input it adds 1, moves the wei it got to nobody's account,
 * logs, and returns the number. With input it adds 1 and then reverts (1) or fails (2).
 */
const counting: ModuleContract = {
  name: 'counting',
  stateful: true,
  gas,
  run({ state, input, self, isStatic, emit }: NativeCall): NativeResult {
    const count = bytesToBigint(state.entry(ledger, record) ?? emptyBytes);
    if (isStatic) return success(bigintToFixedBytes(count, 32));
    state.setEntry(ledger, record, bigintToFixedBytes(count + 1n, 8));
    emit({ address: self, topics: [], data: Uint8Array.of(Number(count)) });
    if (input[0] === 1) return { status: 'revert', gasUsed: 0n, output: Uint8Array.of(0xbb) };
    if (input[0] === 2) return { status: 'failure' };
    return success(bigintToFixedBytes(count + 1n, 32));
  },
};

/** A precompile that doubles a word. */
const doubling: PrecompiledContract = {
  name: 'doubling',
  stateful: false,
  gas: () => 60n,
  run: (input) => (input[0] === 0xff ? undefined : bigintToFixedBytes(2n * bytesToBigint(input), 32)),
};

export const natives = { [ledger]: counting, [doubler]: doubling };

/** Instructions that call an address with no input, or with one byte. */
export const call = (kind: string, to: Hex, input: Part = 0): Part[] => {
  const value = kind === 'CALL' || kind === 'CALLCODE' ? [0] : [];
  return [input, 0, 'MSTORE8', 32, 0, input === 0 ? 0 : 1, 0, ...value, BigInt(to), 'GAS', kind];
};

/** The number in the records of the module. */
export const counted = (harness: ReturnType<typeof createEvmHarness>) =>
  bytesToBigint(harness.state.entry(ledger, record) ?? emptyBytes);
