import { fitsLimb } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { BAD_JUMP, BLOCK_TABLE, STREAM, STREAM_END } from '../layout';
import { decodeBlock, MAX_BLOCK_BYTES } from './decode-block';
import { Handler } from './handler';
import { Instruction, INSTRUCTION_BYTES } from './instruction';
import { isJumpDestination } from './jump-destinations';

/**
 * The decoded basic blocks, by code and position. A block is decoded when it is first reached and appended to the stream;
 * the table finds it again, and jumps to constants remember its address. All of it is a cache: when the stream is full it
 * is emptied as a whole, also in the middle of a run, because frames and codes hold no addresses in it. A block depends
 * on nothing but the bytes of the code and its position in them, so it makes no difference when it is decoded.
 */

/** An entry of the table. Four make a set, in which a new block replaces one of the others when it is full. */
@unmanaged
class Entry {
  /** number of the code; 0 in an unused entry */
  codeId: u64;
  pc: u32;
  /** address of the block in the stream, plus 1 when it begins at a jump destination */
  block: u32;
}

const ENTRY_BYTES: usize = offsetof<Entry>();
const WAYS: usize = 4;
const SETS: usize = 1 << 14;
const SET_MASK: usize = SETS - 1;
const SET_BYTES: usize = WAYS * ENTRY_BYTES;
const TABLE_BYTES: usize = SETS * SET_BYTES;
const HASH_FACTOR: u64 = 0x9e3779b97f4a7c15;
const IS_DESTINATION: u32 = 1;

/** Where the next block is written. */
let streamEnd: usize = STREAM;
/** The stream is emptied before it grows beyond this; tests make it smaller. */
export let streamLimit: usize = STREAM_END;
/** How often it was emptied. */
export let timesEmptied: u32 = 0;
/** The entry of a full set that is replaced next. */
let victim: usize = 0;

/** Forgets all decoded blocks. */
export function emptyBlockCache(): void {
  memory.fill(BLOCK_TABLE, 0, TABLE_BYTES);
  streamEnd = STREAM;
  timesEmptied++;
}

/** Gives the frame the number of its code. */
export function setCodeId(frame: Frame, codeId: u64): void {
  frame.codeId = codeId;
  frame.blockSets = <u32>((codeId * HASH_FACTOR) >> 32);
}

/** The blocks of a code are in sets that follow each other like their positions. */
@inline
function setOf(frame: Frame, pc: u32): usize {
  return BLOCK_TABLE + (<usize>(frame.blockSets + pc) & SET_MASK) * SET_BYTES;
}

/** Address of the block of the frame's code that begins at the pc, which must be the beginning of an instruction. */
@inline
export function blockAt(frame: Frame, pc: u32): usize {
  const set = setOf(frame, pc);
  const first = changetype<Entry>(set);
  if (first.pc == pc && first.codeId == frame.codeId) return first.block & ~IS_DESTINATION;
  return searchBlock(frame, pc, set);
}

/** Address of the block that a jump to the pc in `word` continues at. */
@inline
export function jumpTo(frame: Frame, word: usize): usize {
  const pc = load<u64>(word);
  const first = changetype<Entry>(setOf(frame, <u32>pc));
  const isFirst = <u64>first.pc == pc && first.codeId == frame.codeId && (first.block & IS_DESTINATION) != 0;
  return isFirst && fitsLimb(word) ? <usize>(first.block - IS_DESTINATION) : searchDestination(frame, word);
}

function searchDestination(frame: Frame, word: usize): usize {
  const pc = load<u64>(word);
  const isValid = fitsLimb(word) && isJumpDestination(frame.jumps, frame.codeLength, pc);
  return isValid ? blockAt(frame, <u32>pc) : BAD_JUMP;
}

function searchBlock(frame: Frame, pc: u32, set: usize): usize {
  const codeId = frame.codeId;
  for (let at = set + ENTRY_BYTES; at < set + SET_BYTES; at += ENTRY_BYTES) {
    const entry = changetype<Entry>(at);
    if (entry.pc == pc && entry.codeId == codeId) return entry.block & ~IS_DESTINATION;
  }
  return addBlock(frame, pc, set);
}

function addBlock(frame: Frame, pc: u32, set: usize): usize {
  if (streamEnd + MAX_BLOCK_BYTES > streamLimit) emptyBlockCache();
  const block = streamEnd;
  streamEnd = decodeBlock(frame, pc, block);
  const entry = freeEntry(set);
  entry.codeId = frame.codeId;
  entry.pc = pc;
  const isDestination = isJumpDestination(frame.jumps, frame.codeLength, pc);
  entry.block = <u32>block | (isDestination ? IS_DESTINATION : 0);
  return block;
}

function freeEntry(set: usize): Entry {
  for (let at = set; at < set + SET_BYTES; at += ENTRY_BYTES) {
    if (changetype<Entry>(at).codeId == 0) return changetype<Entry>(at);
  }
  victim = (victim + ENTRY_BYTES) & (SET_BYTES - 1);
  return changetype<Entry>(set + victim);
}

/** The argument of a jump to a constant until it is first taken: the pc of the destination, told from an address by its lowest bit. */
@inline
export function unresolved(pc: u32): u32 {
  return (pc << 1) | 1;
}

/** Address of the block to which the instruction at `ip` continues: a jump to a constant, or NEXT. */
@inline
export function follow(frame: Frame, ip: usize): usize {
  const argument = changetype<Instruction>(ip).argument;
  return (argument & 1) == 0 ? <usize>argument : resolve(frame, ip, argument >> 1);
}

/**
 * Finds or decodes the block and remembers its address in the instruction. The block behind the last one takes the
 * place of its NEXT, so that code which runs in order is one stream.
 */
function resolve(frame: Frame, ip: usize, pc: u32): usize {
  const instruction = changetype<Instruction>(ip);
  const emptied = timesEmptied;
  const isLast = instruction.handler == <u16>Handler.NEXT && ip + INSTRUCTION_BYTES == streamEnd;
  if (isLast) streamEnd = ip;
  const block = blockAt(frame, pc);
  // unless the instruction is gone
  if (block != ip && timesEmptied == emptied) {
    if (isLast) streamEnd = ip + INSTRUCTION_BYTES;
    instruction.argument = <u32>block;
  }
  return block;
}
