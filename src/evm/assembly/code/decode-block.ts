import { loadBigEndian } from '../interpreter/memory';
import { Frame } from '../frames/frame';
import { Op } from '../generated/enums';
import { OPCODE_BLOCK } from '../layout';
import { isTracing } from '../run';
import { shiftRight } from '../arithmetic/shift';
import { copyWord, storeWord } from '../arithmetic/word';
import { unresolved } from './block-cache';
import { fuseOpcode, fusePush } from './fuse';
import { Handler } from './handler';
import { BLOCK_BYTES, Instruction, INSTRUCTION_BYTES, WIDE_BYTES } from './instruction';
import { ENDS_BLOCK, infoOf, IS_TERMINAL, OpcodeInfo } from './opcode-table';

/**
 * Decodes a basic block into instructions. It begins with one that charges the static gas of the whole block and checks
 * that all of it stays within the stack. When that fails, one of its opcodes will halt: they are decoded and executed one
 * by one, because the reason is that of the first that fails, and modules tell it to contracts. Every opcode that can
 * halt for other reasons than those ends its block. A JUMPDEST does not end a block: a jump to it begins another one there.
 */

/**
 * Most opcodes of a block: with a gas of 20, a call makes the engine decode one block, and nothing beyond it. A PUSH and
 * the opcode after it count as one when they make one instruction.
 */
const MAX_BLOCK_OPCODES: u32 = 64;
/** With the NEXT at its end. */
export const MAX_BLOCK_BYTES: usize = BLOCK_BYTES + <usize>(MAX_BLOCK_OPCODES + 1) * WIDE_BYTES;

/** Address after the last instruction. */
let end: usize = 0;
let code: usize = 0;
let codeLength: u32 = 0;
let jumps: usize = 0;

let block: Instruction = changetype<Instruction>(0);
let isOpen: bool = false;
/** Whether every opcode is its own block. */
let isSingle: bool = false;
let blockGas: u32 = 0;
/** Height of the stack relative to the beginning of the block, and its extremes. */
let height: i32 = 0;
let lowest: i32 = 0;
let highest: i32 = 0;
/** Flags and handler of the opcode that was decoded last. */
let lastFlags: u8 = 0;

/**
 * Writes the block of the frame's code that begins at the pc to the address. With a tracer, every opcode is its own block
 * with a STEP in front. Returns the address after it.
 */
export function decodeBlock(frame: Frame, from: u32, address: usize): usize {
  isSingle = isTracing;
  const pc = decodeFrom(frame, from, address);
  if ((lastFlags & IS_TERMINAL) == 0) emit(Handler.NEXT, unresolved(pc));
  return end;
}

/**
 * Decodes the opcode at the pc as a block of its own, outside of the cache. Returns the address of the block, which is
 * valid until the next one is decoded so.
 */
export function decodeAlone(frame: Frame, pc: u32): usize {
  isSingle = true;
  emit(Handler.NEXT_OPCODE, decodeFrom(frame, pc, OPCODE_BLOCK));
  return OPCODE_BLOCK;
}

/** Decodes a block without its end. Returns the pc after it. */
function decodeFrom(frame: Frame, from: u32, address: usize): u32 {
  code = frame.code;
  codeLength = frame.codeLength;
  jumps = frame.jumps;
  end = address;
  openBlock(from);
  let pc = from;
  for (let count: u32 = 0; isOpen && count < MAX_BLOCK_OPCODES; count++) pc = decodeNext(pc);
  closeBlock();
  return pc;
}

function openBlock(pc: u32): void {
  // the code is followed by an implicit STOP
  if (isTracing) emit(Handler.STEP, pc).stackNeeds = pc < codeLength ? load<u8>(code + pc) : 0;
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
  block.stackNeeds = <u16>-lowest;
  block.stackGrowth = <u16>highest;
  block.isSingle = <u16>isSingle;
  block.argument = blockGas;
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

/** Handler of the last instruction of the block; BLOCK when there is none yet. */
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
  if (isSingle || (info.flags & (ENDS_BLOCK | IS_TERMINAL)) != 0) isOpen = false;
}

function decodeNext(pc: u32): u32 {
  const opcode = pc < codeLength ? <u32>load<u8>(code + pc) : <u32>Op.STOP;
  const isPush = opcode >= <u32>Op.PUSH0 && opcode <= <u32>Op.PUSH32;
  return isPush ? decodePush(pc, opcode) : decodeOpcode(pc, opcode);
}

/** Decodes an opcode without immediate bytes. Returns the next pc. */
function decodeOpcode(pc: u32, opcode: u32): u32 {
  const info = infoOf(opcode);
  const handler = <u32>info.handler;
  if (handler == Handler.CALL || handler == Handler.CREATE) {
    // the frame continues at the next pc when the call has returned
    emit(handler, pc + 1).stackNeeds = <u16>info.argument;
  } else if (opcode != Op.JUMPDEST && !fuseOpcode(handler)) {
    const instruction = emit(handler, argumentOf(opcode, pc, info));
    instruction.stackNeeds = <u16>(<i32>info.pops - <i32>info.pushes);
  }
  addToBlock(info);
  return pc + 1;
}

/** A slice of gas may end after KECCAK256, so it knows the next pc. */
@inline
function argumentOf(opcode: u32, pc: u32, info: OpcodeInfo): u32 {
  if (opcode == Op.PC) return pc;
  return opcode == Op.KECCAK256 ? pc + 1 : info.argument;
}

/** Decodes a PUSH, together with the next opcode when both make one instruction. Returns the next pc. */
function decodePush(pc: u32, opcode: u32): u32 {
  const size = opcode - <u32>Op.PUSH0;
  const next = pc + 1 + size;
  readImmediate(pc + 1, size);
  addToBlock(infoOf(opcode));
  if (isOpen && next < codeLength) {
    const follower = infoOf(load<u8>(code + next));
    if (fusePush(follower.handler, jumps, codeLength)) {
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
function readImmediate(from: u32, size: u32): void {
  if (size == 0) return storeWord(immediate, 0, 0, 0, 0);
  if (size <= 8 && from + 8 <= codeLength) {
    return storeWord(immediate, bswap<u64>(load<u64>(code + from)) >> (64 - ((<u64>size) << 3)), 0, 0, 0);
  }
  if (from + 32 <= codeLength) {
    loadBigEndian(immediate, code + from);
    return shiftRight(immediate, immediate, 256 - (size << 3), 0);
  }
  storeWord(immediate, 0, 0, 0, 0);
  for (let i: u32 = 0; i < size && from + i < codeLength; i++) {
    store<u8>(immediate + (size - 1 - i), load<u8>(code + from + i));
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
  copyWord(end, immediate);
  end += 32;
}
