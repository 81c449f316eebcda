import type { Address } from '#qord/primitives/address.ts';
import { bigintToFixedBytes, concatBytes } from '#qord/primitives/bytes.ts';
import { assemble, type Word } from './assemble.ts';

/** One call that a contract repeats. */
export type RepeatedCall = {
  readonly kind: 'CALL' | 'STATICCALL' | 'DELEGATECALL';
  readonly target: Address;
  /** gas for each call */
  readonly gas: bigint;
  /** value of each CALL, wei */
  readonly value: bigint;
  /** each call runs in a frame of its own that reverts afterwards, so that the next one meets the same state */
  readonly isUndone: boolean;
  readonly callsPerRound: number;
};

/**
 * Code that copies its calldata to memory once and then calls `target` with it again and again. The last word of the
 * calldata is the number of rounds, and no part of the input of the calls.
 */
export function loopCode(call: RepeatedCall): Uint8Array {
  const start: Word[] = call.isUndone ? ['CALLER', 'ADDRESS', 'EQ', '@once', 'JUMPI'] : [];
  const input: Word[] = [32n, 'CALLDATASIZE', 'SUB', 'DUP1', 0n, 0n, 'CALLDATACOPY'];
  const body = call.isUndone ? callSelf : repeated(call);
  const calls = Array.from({ length: call.callsPerRound }, () => body).flat();
  const rest = call.isUndone ? once(call) : [];
  return assemble([...start, ...input, BigInt(call.target), 'DUP2', 'CALLDATALOAD', ...loop(calls), ...rest]);
}

/** Repeats as often as the number on top of the stack says, then ends. */
function loop(body: readonly Word[]): readonly Word[] {
  const head: Word[] = ['@loop:', 'DUP1', 'ISZERO', '@end', 'JUMPI'];
  const tail: Word[] = [1n, 'SWAP1', 'SUB', '@loop', 'JUMP', '@end:', 'STOP'];
  return [...head, ...body, ...tail];
}

/** On a stack of size, target, rounds. */
function repeated({ kind, gas, value }: RepeatedCall): readonly Word[] {
  const area: Word[] = [0n, 0n, 'DUP5', 0n];
  return kind === 'CALL' ? [...area, value, 'DUP7', gas, 'CALL', 'POP'] : [...area, 'DUP6', gas, kind, 'POP'];
}

const callSelf: readonly Word[] = [0n, 0n, 'DUP5', 0n, 0n, 'ADDRESS', 'GAS', 'CALL', 'POP'];

function once({ kind, target, gas, value }: RepeatedCall): readonly Word[] {
  const copy: Word[] = ['CALLDATASIZE', 0n, 0n, 'CALLDATACOPY'];
  const area: Word[] = [0n, 0n, 'CALLDATASIZE', 0n];
  const sent: Word[] = kind === 'CALL' ? [value] : [];
  return ['@once:', ...copy, ...area, ...sent, BigInt(target), gas, kind, 0n, 0n, 'REVERT'];
}

/** Calldata of a loop. */
export function loopData(input: Uint8Array, rounds: number): Uint8Array {
  return concatBytes(input, bigintToFixedBytes(BigInt(rounds), 32));
}

const plainWords: readonly Word[] = ['DUP1', 3n, 'MUL', 5n, 'ADD', 'DUP2', 'XOR', 1n, 'SHR', 'POP'];

/** A loop of plain instructions, with whose speed everything else is compared. */
export const plainLoop = assemble([0n, 'CALLDATALOAD', ...loop(Array.from({ length: 8 }, () => plainWords).flat())]);
