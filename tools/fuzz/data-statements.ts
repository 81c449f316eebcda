import type { Random } from '#qord/testing/random/random.ts';
import { op } from './opcodes.ts';
import { type ProgramEnvironment, someAddress } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

/** Memory, storage, copies, hashes and logs. */
export function writeData(writer: ProgramWriter, environment: ProgramEnvironment): void {
  const { random } = environment;
  const kinds: readonly (readonly [number, () => void])[] = [
    [30, () => writeMemory(writer, random)],
    [36, () => writeStorage(writer, random)],
    [10, () => writeTransient(writer, random)],
    [14, () => writeCopy(writer, environment)],
    [6, () => writeHash(writer, random)],
    [8, () => writeLog(writer, random)],
  ];
  random.pickWeighted(kinds)();
}

/** An offset in memory: mostly small, sometimes large, rarely beyond any gas limit. */
export function memoryOffset(random: Random): bigint {
  const kinds: readonly (readonly [number, () => bigint])[] = [
    [60, () => BigInt(32 * random.below(12))],
    [30, () => BigInt(random.below(600))],
    [2, () => BigInt(random.below(70_000))],
    [1, () => random.word()],
  ];
  return random.pickWeighted(kinds)();
}

/** A length in memory: mostly short, sometimes zero or long. */
export function memoryLength(random: Random): bigint {
  const kinds: readonly (readonly [number, () => bigint])[] = [
    [20, () => 0n],
    [60, () => BigInt(random.below(200))],
    [20, () => 32n],
    [2, () => BigInt(random.below(40_000))],
    [1, () => random.word()],
  ];
  return random.pickWeighted(kinds)();
}

function writeMemory(writer: ProgramWriter, random: Random): void {
  writer.push(memoryOffset(random));
  if (random.chance(0.4)) writer.op(op.mload, 1, 1);
  else writer.op(random.chance(0.8) ? op.mstore : op.mstore8, 2);
}

/** Few slots and few values, so that all cases of SSTORE's price and refund occur (EIP-2200, EIP-3529). */
function writeStorage(writer: ProgramWriter, random: Random): void {
  if (random.chance(0.35)) {
    writer.push(random.below(5));
    writer.op(op.sload, 1, 1);
    return;
  }
  if (random.chance(0.8)) writer.push(random.below(3));
  writer.push(random.chance(0.97) ? random.below(5) : random.word());
  writer.op(op.sstore, 2);
}

function writeTransient(writer: ProgramWriter, random: Random): void {
  writer.push(random.below(4));
  if (random.chance(0.5)) writer.op(op.tload, 1, 1);
  else writer.op(op.tstore, 2);
}

function writeCopy(writer: ProgramWriter, environment: ProgramEnvironment): void {
  const { random } = environment;
  const opcode = random.pick([op.calldatacopy, op.codecopy, op.extcodecopy, op.returndatacopy, op.mcopy]);
  if (opcode === op.returndatacopy && random.chance(0.8)) {
    writer.op(op.returndatasize, 0, 1); // reading beyond it ends the program
    writer.push(0);
  } else {
    writer.push(memoryLength(random));
    writer.push(memoryOffset(random));
  }
  writer.push(memoryOffset(random));
  if (opcode === op.extcodecopy) writer.push(BigInt(someAddress(environment)));
  writer.op(opcode, opcode === op.extcodecopy ? 4 : 3);
}

function writeHash(writer: ProgramWriter, random: Random): void {
  writer.push(memoryLength(random));
  writer.push(memoryOffset(random));
  writer.op(op.keccak256, 2, 1);
}

function writeLog(writer: ProgramWriter, random: Random): void {
  const topics = Math.min(random.below(5), writer.freeWords);
  writer.push(memoryLength(random));
  writer.push(memoryOffset(random));
  writer.op(op.log0 + topics, 2 + topics);
}
