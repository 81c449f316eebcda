import { FrameKind } from '../generated/enums';
import { FRAMES } from '../layout';
import { Account } from '../state/account';

/** One level of calls. Frames are data: a call takes the next record, and no native stack. */
@unmanaged
export class Frame {
  gas: i64;
  /** next instruction in the decoded stream */
  ip: usize;
  /** top of the stack; the stack grows downwards from `stackTop` */
  sp: usize;
  stackTop: usize;
  /** the frame's memory, and its size in bytes, a multiple of 32 */
  memory: usize;
  memorySize: u32;
  /** what CODECOPY sees */
  code: usize;
  codeLength: u32;
  /** jump table of the code */
  jumps: usize;
  input: usize;
  inputLength: u32;
  /** length of what the last call returned; the bytes are at RETURN_DATA */
  returnLength: u32;
  output: usize;
  outputLength: u32;
  /** where the caller wants the output, and how much of it */
  resultAddress: usize;
  resultLength: u32;
  kind: u32;
  depth: u32;
  isStatic: bool;
  /** FrameKind of the call or creation that the interpreter asks for */
  requestedKind: u32;
  /** the account whose storage, balance and address this is */
  account: Account;
  caller: Account;
  /** the account that is called; differs from `account` under DELEGATECALL and CALLCODE */
  target: Account;
  /** the account whose code runs; differs from `target` when that is delegated (EIP-7702) */
  codeAccount: Account;
  /** record of the code (code.ts), 0 for initcode */
  codeRecord: usize;
  /** positions to which a revert goes back */
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

@inline
export function frameAt(depth: u32): Frame {
  return changetype<Frame>(FRAMES + <usize>depth * FRAME_BYTES);
}
