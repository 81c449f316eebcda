import { FrameKind } from '../generated/enums';
import { FRAMES } from '../layout';
import { Account } from '../state/account';

/** One level of calls. Frames are records: a call takes the next one and no native stack. */
@unmanaged
export class Frame {
  gas: i64;
  /** Position at which it continues in its code: the beginning of a basic block. */
  pc: u32;
  /** top of the stack; the stack grows downwards from `stackTop` */
  sp: usize;
  stackTop: usize;
  /** the frame's memory, and its size in bytes, a multiple of 32 */
  memory: usize;
  memorySize: u32;
  /** the code that CODECOPY reads */
  code: usize;
  codeLength: u32;
  /** bitmap of the jump destinations of the code */
  jumps: usize;
  /** number of the code (code.ts) */
  codeId: u64;
  /** position of its blocks in the table of block-cache.ts */
  blockSets: u32;
  input: usize;
  inputLength: u32;
  /** length of the return data of the last call; the bytes are at RETURN_DATA */
  returnLength: u32;
  output: usize;
  outputLength: u32;
  /** place of the output in the caller's memory, and its bytes at most */
  resultAddress: usize;
  resultLength: u32;
  kind: u32;
  depth: u32;
  isStatic: bool;
  /** FrameKind of the call or creation that the frame requests */
  requestedKind: u32;
  /** the account whose storage, balance and address the frame uses */
  account: Account;
  caller: Account;
  /** the account that is called; differs from `account` under DELEGATECALL and CALLCODE */
  target: Account;
  /** the account whose code runs; differs from `target` when the target is delegated (EIP-7702) */
  codeAccount: Account;
  /** record of the code (code.ts), 0 for initcode */
  codeRecord: usize;
  /** what a revert of the frame restores */
  journalCheckpoint: u32;
  logCheckpoint: usize;
  refundCheckpoint: i64;
  value0: u64;
  value1: u64;
  value2: u64;
  value3: u64;

  @inline
  get value(): usize {
    return changetype<usize>(this) + offsetof<Frame>('value0');
  }

  @inline
  get isCreate(): bool {
    return this.kind >= <u32>FrameKind.CREATE;
  }

  @inline
  get memoryEnd(): usize {
    return this.memory + this.memorySize;
  }
}

const FRAME_BYTES: usize = 256;

/** Deepest call (yellow paper, 9.4.2). */
export const MAX_DEPTH: u32 = 1024;

/** The call frame at a depth; 0 is that of the transaction. */
@inline
export function frameAt(depth: u32): Frame {
  return changetype<Frame>(FRAMES + <usize>depth * FRAME_BYTES);
}
