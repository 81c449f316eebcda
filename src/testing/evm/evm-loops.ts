import { toHex } from '../../primitives/hex.ts';
import { assemble, type Part } from './assemble.ts';

/** Address to which calls attach their code by a state override; no account has it. */
export const loopAddress = `0x${'ab'.repeat(20)}`;

/** Code that runs until its gas is used up: `setup` once, `body` endlessly. */
export function endlessLoop(setup: readonly Part[], body: readonly Part[]): Uint8Array {
  const before = assemble(...setup);
  return assemble(before, 'JUMPDEST', ...body, before.length, 'JUMP');
}

/** Code that copies its input to memory and calls `target` with it endlessly, each time with at most `gas`. */
export function callsWithInput(target: string, gas: number | 'GAS'): Uint8Array {
  const call: readonly Part[] = [0, 0, 'CALLDATASIZE', 0, BigInt(target), gas, 'STATICCALL', 'POP'];
  return endlessLoop(['CALLDATASIZE', 0, 0, 'CALLDATACOPY'], call);
}

/** Code that calls `target` endlessly with `size` bytes of memory: zeros except for the words at the given offsets. */
export function callsWithMemory(
  target: string,
  gas: number | 'GAS',
  size: number,
  words: readonly (readonly [word: bigint, place: number])[],
): Uint8Array {
  const call: readonly Part[] = [0, 0, size, 0, BigInt(target), gas, 'STATICCALL', 'POP'];
  const head = words.flatMap(([word, place]) => [word, place, 'MSTORE'] as const);
  return endlessLoop([...head, 0, size - 1, 'MSTORE8'], call);
}

/** Code that copies the code of `source` to memory and calls `target` with it endlessly. */
export function callsWithCopy(target: string, source: string): Uint8Array {
  const [from, to] = [BigInt(source), BigInt(target)];
  const copy: readonly Part[] = [from, 'EXTCODESIZE', 0, 0, from, 'EXTCODECOPY'];
  return endlessLoop(copy, [0, 0, from, 'EXTCODESIZE', 0, to, 'GAS', 'STATICCALL', 'POP']);
}

export const endless = endlessLoop([], [1, 'POP']);

/** Parameters of eth_call and similar methods: calls code that is at `loopAddress` for this call only. */
export function callOf(code: Uint8Array, { data = '0x', gas }: { data?: string; gas?: number } = {}) {
  const call = { to: loopAddress, data, ...(gas === undefined ? {} : { gas: `0x${gas.toString(16)}` }) };
  return [call, 'latest', { [loopAddress]: { code: toHex(code) } }] as const;
}
