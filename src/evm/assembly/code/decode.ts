import { Op } from '../generated/enums';
import { BAD_JUMP } from '../layout';
import { fuseOpcode, fusePush } from './fuse';
import { Handler } from './handler';
import { BLOCK_BYTES, Instruction, INSTRUCTION_BYTES, sizeOf } from './instruction';
import { ENDS_BLOCK, infoOf, IS_TERMINAL, OpcodeInfo } from './opcode-table';

/**
 * Decodes code into a stream of instructions, cut into basic blocks. Each block starts with an instruction that charges
 * the static gas of the whole block and checks that all of it stays within the stack: an exceptional halt undoes
 * everything and takes all gas, so it is not observable at which opcode of the block it happened. Code that cannot be
 * reached (after a terminal opcode, up to the next JUMPDEST) is left out.
 */

/** Address after the last instruction. */
export let end: usize = 0;

let block: Instruction = changetype<Instruction>(0);
let isOpen: bool = false;
let isStepwise: bool = false;
let blockGas: u32 = 0;
/** Height of the stack relative to the beginning of the block, and its extremes. */
let height: i32 = 0;
let lowest: i32 = 0;
let highest: i32 = 0;

/** A block this high overflows in any case; cutting here keeps its numbers within 16 bits. */
const MAX_BLOCK_HEIGHT: i32 = 2048;

/**
 * Writes the stream, and for every byte of the code the address of its JUMPDEST in the stream or 0. `stepwise` makes
 * every opcode its own block with a STEP in front. Returns the address after the stream.
 */
export function decode(code: usize, length: u32, jumps: usize, stream: usize, stepwise: bool): usize {
  memory.fill(jumps, 0, (<usize>length) << 2);
  end = stream;
  isOpen = false;
  isStepwise = stepwise;
  let pc: u32 = 0;
  let isReachable = true;
  while (pc < length) {
    const opcode = <u32>load<u8>(code + pc);
    if (opcode == Op.JUMPDEST) {
      closeBlock();
      isReachable = true;
      store<u32>(jumps + ((<usize>pc) << 2), <u32>end);
    }
    if (isReachable) {
      if (!isOpen) openBlock(pc, opcode);
      pc =
        opcode >= <u32>Op.PUSH0 && opcode <= <u32>Op.PUSH32
          ? decodePush(code, length, pc, opcode)
          : decodeOpcode(pc, opcode);
      isReachable = isOpen || (lastFlags & IS_TERMINAL) == 0;
    } else pc += 1 + immediateBytes(opcode);
  }
  if (isReachable) decodeEnd(length);
  resolveJumps(stream, jumps, length);
  return end;
}

/** Flags of the opcode that was decoded last. */
let lastFlags: u8 = 0;

@inline
function immediateBytes(opcode: u32): u32 {
  return opcode > <u32>Op.PUSH0 && opcode <= <u32>Op.PUSH32 ? opcode - <u32>Op.PUSH0 : 0;
}

/** The code is followed by an implicit STOP. */
function decodeEnd(pc: u32): void {
  if (!isOpen) openBlock(pc, 0);
  decodeOpcode(pc, 0);
}

function openBlock(pc: u32, opcode: u32): void {
  if (isStepwise) {
    const step = emit(Handler.STEP, pc);
    step.stackNeeds = <u16>opcode;
  }
  block = changetype<Instruction>(end);
  emit(Handler.BLOCK, 0);
  end += BLOCK_BYTES - INSTRUCTION_BYTES;
  block.pc = pc;
  blockGas = 0;
  height = 0;
  lowest = 0;
  highest = 0;
  isOpen = true;
}

function closeBlock(): void {
  if (!isOpen) return;
  block.stackNeeds = <u16>-lowest;
  block.stackGrowth = <u16>highest;
  block.argument = blockGas;
  isOpen = false;
}

/** Appends an instruction to the decoded code and returns it, so that the caller can set its other fields. */
export function emit(handler: u32, argument: u32): Instruction {
  const instruction = changetype<Instruction>(end);
  instruction.handler = <u16>handler;
  instruction.stackNeeds = 0;
  instruction.argument = argument;
  end += INSTRUCTION_BYTES;
  previousHandler = handler;
  return instruction;
}

/** Handler of the last instruction of the open block; BLOCK when there is none yet. */
export let previousHandler: u32 = Handler.BLOCK;

/** Removes the last instruction, which a fused one replaces. */
export function removePrevious(): void {
  end -= INSTRUCTION_BYTES;
}

/** Adds gas and stack use of an opcode to the block, and ends the block when the opcode does. */
function addToBlock(info: OpcodeInfo): void {
  blockGas += info.gas;
  lowest = min<i32>(lowest, height - <i32>info.pops);
  height += <i32>info.pushes - <i32>info.pops;
  highest = max<i32>(highest, height);
  lastFlags = info.flags;
  const isTooHigh = highest >= MAX_BLOCK_HEIGHT || lowest <= -MAX_BLOCK_HEIGHT;
  if (isStepwise || isTooHigh || (info.flags & (ENDS_BLOCK | IS_TERMINAL)) != 0) closeBlock();
}

/** Decodes an opcode without immediate bytes. Returns the next pc. */
function decodeOpcode(pc: u32, opcode: u32): u32 {
  const info = infoOf(opcode);
  const isFused = !isStepwise && fuseOpcode(info.handler);
  if (!isFused && opcode != Op.JUMPDEST) {
    const instruction = emit(info.handler, opcode == Op.PC ? pc : info.argument);
    instruction.stackNeeds = <u16>(<i32>info.pops - <i32>info.pushes);
  }
  addToBlock(info);
  return pc + 1;
}

/** Decodes a PUSH, together with the next opcode when both make one instruction. Returns the next pc. */
function decodePush(code: usize, length: u32, pc: u32, opcode: u32): u32 {
  const size = opcode - <u32>Op.PUSH0;
  const next = pc + 1 + size;
  readImmediate(code, length, pc + 1, size);
  addToBlock(infoOf(opcode));
  if (isOpen && next < length) {
    const follower = infoOf(load<u8>(code + next));
    if (fusePush(follower.handler)) {
      addToBlock(follower);
      return next + 1;
    }
  }
  emitPush();
  return next;
}

/** The immediate of the PUSH being decoded, as a word. */
export const immediate: usize = memory.data(32, 8);

/** Bytes missing at the end of the code are 0. */
function readImmediate(code: usize, length: u32, from: u32, size: u32): void {
  memory.fill(immediate, 0, 32);
  for (let i: u32 = 0; i < size; i++) {
    const byte: u8 = from + i < length ? load<u8>(code + from + i) : 0;
    store<u8>(immediate + (size - 1 - i), byte);
  }
}

/** Whether the immediate fits the argument of an instruction. */
@inline
export function isImmediateSmall(): bool {
  const high = load<u64>(immediate, 8) | load<u64>(immediate, 16) | load<u64>(immediate, 24);
  return (high | (load<u64>(immediate) >> 32)) == 0;
}

function emitPush(): void {
  if (isImmediateSmall()) emit(Handler.PUSH_SMALL, load<u32>(immediate));
  else emitWide(Handler.PUSH_WORD);
}

/** Emits an instruction that is followed by the immediate. */
export function emitWide(handler: u32): void {
  emit(handler, 0);
  memory.copy(end, immediate, 32);
  end += 32;
}

/** Puts the addresses of their destinations into the jumps to constants. */
function resolveJumps(stream: usize, jumps: usize, length: u32): void {
  let position = stream;
  while (position < end) {
    const instruction = changetype<Instruction>(position);
    const handler: i32 = instruction.handler;
    if (handler >= Handler.JUMP_CONSTANT && handler <= Handler.GT_ISZERO_JUMPI) {
      instruction.argument = <u32>jumpTarget(jumps, length, instruction.argument);
    }
    position += sizeOf(handler);
  }
}

/** Address in the stream of the destination of a jump to the pc. */
@inline
export function jumpTarget(jumps: usize, length: u32, pc: u64): usize {
  const target: usize = pc < <u64>length ? <usize>load<u32>(jumps + ((<usize>pc) << 2)) : 0;
  return target != 0 ? target : BAD_JUMP;
}
