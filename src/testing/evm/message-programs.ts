import { type Address, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import type { Random } from '../random/random.ts';
import { assemble, type Part } from './assemble.ts';
import { address } from './harness.ts';

/**
 * Random contracts that call each other, directly and behind a module, and store, create and destroy meanwhile. What
 * they do is data, so that a model can say how it ends.
 */

export const heir = address(0x4e17);
/** A module that runs a message: level and value (a byte each), target (20 bytes; zero creates), then data. */
export const relayAt = address(0xd01);
/** A module that gives a wei of its caller to the account in its input (zero: `heir`), and counts its calls. */
export const pokeAt = address(0xd02);
export const contracts = [address(0xa1), address(0xa2), address(0xa3)] as const;
/** Gas of a message to a contract of that level; what runs there takes less, unless it loops for ever. */
export const gasAt = [120_000_000n, 17_000_000n, 3_000_000n, 500_000n] as const;

export type Way = 'direct' | 'relayed' | 'delegated';
export type Op =
  | {
      readonly op: 'store';
      readonly to: 'S' | 'T';
      readonly key: number;
      readonly from: 'S' | 'T';
      readonly add: number;
    }
  | { readonly op: 'log' | 'poke'; readonly key: number }
  | {
      readonly op: 'call';
      readonly way: Way;
      readonly to: Address;
      readonly body: number;
      readonly value: number;
      readonly slot: number;
    }
  | { readonly op: 'create'; readonly way: Way; readonly kind: number; readonly value: number; readonly slot: number }
  | { readonly op: 'child'; readonly way: Way; readonly key: number; readonly value: number; readonly slot: number };
export type Body = { readonly ops: readonly Op[]; readonly end: 'stop' | 'revert' | 'invalid' | 'loop' | 'destroy' };

const bodiesPerLevel = 3;
const levelOf = (body: number) => Math.floor(body / bodiesPerLevel);
/** Slots with addresses of created contracts; the one before them is always empty. */
const [noChild, ...childSlots] = [39, 40, 41] as const;

/** The bodies of a contract, by the first byte of their input: those of a level call those of the next. */
export function randomBodies(random: Random): readonly Body[] {
  return Array.from({ length: gasAt.length * bodiesPerLevel }, (_, at) => randomBody(random, levelOf(at)));
}

function randomBody(random: Random, level: number): Body {
  const ops = Array.from({ length: 1 + random.below(5) }, () => randomOp(random, level));
  const ends = [
    [12, 'stop'],
    [3, 'revert'],
    [1, 'invalid'],
    [1, 'loop'],
    [2, 'destroy'],
  ] as const;
  return { ops, end: random.pickWeighted(ends) };
}

function randomOp(random: Random, level: number): Op {
  const isLast = level === gasAt.length - 1;
  const slot = 10 + random.below(12);
  const value = random.pick([0, 0, 0, 1, 2, 5]);
  const key = random.below(3);
  const deep = isLast ? 0 : 1;
  const op = random.pickWeighted([
    ...([
      [7, 'store'],
      [1, 'log'],
      [3, 'poke'],
    ] as const),
    ...([
      [7 * deep, 'call'],
      [2 * deep, 'create'],
      [3 * deep, 'child'],
    ] as const),
  ]);
  const [to, from] = [random.pick(['S', 'T'] as const), random.pick(['S', 'T'] as const)];
  if (op === 'store') return { op, to, key, from, add: random.below(3) };
  if (op === 'log') return { op, key };
  if (op === 'poke') return { op, key: random.pick([noChild, ...childSlots]) };
  if (op === 'create') {
    const way = random.pick(['direct', 'direct', 'relayed'] as const);
    return { op, way, kind: random.below(5), value, slot: random.pick([...childSlots] as [40, 41]) };
  }
  if (op === 'child') {
    const child = random.pick([...childSlots] as [40, 41]);
    return { op, way: random.pick(['direct', 'relayed']), key: child, value, slot };
  }
  const body = (level + 1) * bodiesPerLevel + random.below(bodiesPerLevel);
  return {
    op,
    way: random.pick(['direct', 'relayed', 'relayed', 'delegated']),
    to: random.pick(contracts),
    body,
    value,
    slot,
  };
}

/**
 * What a created contract does when it is called: 0 and 2 destroy it (for `heir`, and for the first contract), 1 counts
 * in slot 0 and shows in slot 1 what it keeps for the transaction.
 */
const runtimes: readonly Uint8Array[] = [
  assemble(BigInt(heir), 'SELFDESTRUCT'),
  assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 0, 'TLOAD', 1, 'SSTORE', 5, 0, 'TSTORE'),
  assemble(BigInt(contracts[0]), 'SELFDESTRUCT'),
];

/** Initcode: 3 fails, 4 destroys what it creates, others leave the code of that number. */
function initcodeOf(kind: number): Uint8Array {
  if (kind === 3) return assemble(1, 1, 'SSTORE', 0, 0, 'REVERT');
  const code = runtimes[kind];
  if (code === undefined) return assemble(BigInt(heir), 'SELFDESTRUCT');
  return assemble(7, 0, 'TSTORE', 3, 2, 'SSTORE', ...inMemory(code), code.length, 0, 'RETURN');
}

/** Puts bytes where memory begins. */
function inMemory(bytes: Uint8Array): Part[] {
  const words = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, at) => {
    const word = new Uint8Array(32);
    word.set(bytes.subarray(32 * at, 32 * at + 32));
    return [concatBytes(Uint8Array.of(0x7f), word), 32 * at, 'MSTORE'];
  });
  return words.flat();
}

/** Code that runs one of the bodies. */
export function compileContract(bodies: readonly Body[]): Uint8Array {
  const label = (at: number) => Uint8Array.of(0x61, at >> 8, at & 255);
  const jumps = (starts: readonly number[]) =>
    bodies.flatMap((_, at): Part[] => {
      return [0, 'CALLDATALOAD', 248, 'SHR', Uint8Array.of(0x60, at), 'EQ', label(starts[at] ?? 0), 'JUMPI'];
    });
  let end = assemble(...jumps([]), 'STOP').length;
  const starts: number[] = [];
  const parts = bodies.map(({ ops, end: last }, index) => {
    starts.push(end);
    const body = assemble('JUMPDEST', ...ops.flatMap((op) => compileOp(op, levelOf(index))));
    const all = concatBytes(body, assemble(...compileEnd(last, label(end + body.length))));
    end += all.length;
    return all;
  });
  return concatBytes(assemble(...jumps(starts), 'STOP'), ...parts);
}

function compileEnd(end: Body['end'], here: Uint8Array): Part[] {
  if (end === 'stop') return ['STOP'];
  if (end === 'revert') return [0, 0, 'REVERT'];
  if (end === 'invalid') return [Uint8Array.of(0xfe)];
  return end === 'destroy' ? [BigInt(heir), 'SELFDESTRUCT'] : ['JUMPDEST', here, 'JUMP'];
}

function compileOp(op: Op, level: number): Part[] {
  const gas = gasAt[level + 1] ?? 0n;
  const send = (to: bigint, input: number, output: number, limit: bigint): Part[] => {
    return [output, 0, input, 0, 0, to, limit, 'CALL'];
  };
  const relay = (input: number): Part[] => [...send(BigInt(relayAt), input, 32, gas + 60_000n), 'POP', 0, 'MLOAD'];
  const start = (to: Uint8Array, value: number) => concatBytes(Uint8Array.of(level + 1, value), to);
  switch (op.op) {
    case 'store':
      return [op.key, `${op.from}LOAD`, op.add, 'ADD', (op.key + op.add) % 3, `${op.to}STORE`];
    case 'log':
      return [op.key, 'SLOAD', 0, 'MSTORE', 32, 0, 'LOG0'];
    case 'poke':
      return [op.key, 'SLOAD', 96, 'SHL', 0, 'MSTORE', ...send(BigInt(pokeAt), 20, 0, 100_000n), 'POP'];
    case 'call': {
      const body = Uint8Array.of(op.body);
      const direct = [...inMemory(body), 0, 0, 1, 0];
      if (op.way === 'direct') return [...direct, op.value, BigInt(op.to), gas, 'CALL', op.slot, 'SSTORE'];
      if (op.way === 'delegated') return [...direct, BigInt(op.to), gas, 'DELEGATECALL', op.slot, 'SSTORE'];
      const input = concatBytes(start(addressToBytes(op.to), op.value), body);
      return [...inMemory(input), ...relay(input.length), op.slot, 'SSTORE'];
    }
    case 'create': {
      const initcode = initcodeOf(op.kind);
      if (op.way === 'direct')
        return [...inMemory(initcode), initcode.length, 0, op.value, 'CREATE', op.slot, 'SSTORE'];
      const input = concatBytes(start(new Uint8Array(20), op.value), initcode);
      return [...inMemory(input), ...relay(input.length), op.slot - 20, 'SSTORE'];
    }
    case 'child': {
      if (op.way === 'direct') return [0, 0, 0, 0, op.value, op.key, 'SLOAD', gas, 'CALL', op.slot, 'SSTORE'];
      const head = [(level + 1) * 256 + op.value, 240, 'SHL', op.key, 'SLOAD', 80, 'SHL', 'OR', 0, 'MSTORE'];
      return [...head, ...relay(22), op.slot, 'SSTORE'];
    }
  }
}
