import { epoch } from '../run';
import { Account } from '../state/account';

/** A cached code. TypeScript chooses and evicts these records. */
@unmanaged
export class Code {
  /** different for every code that was ever in this record, and for all initcode; 0 when there is none */
  id: u64;
  bytes: usize;
  length: u32;
  /** bitmap of jump destinations; 0 until the code is first run */
  jumps: usize;
  /** epoch of the last use: the least recently used codes are evicted first */
  lastUsed: u32;
}

export const CODE_RECORD_BYTES: usize = 32;

let lastId: u64 = 0;

/** A number that no other code of this instance has had. */
export function newCodeId(): u64 {
  return ++lastId;
}

/** Fills the record for a code whose bytes are already there. */
export function addCode(code: Code, bytes: usize, length: u32): void {
  code.id = newCodeId();
  code.bytes = bytes;
  code.length = length;
  code.jumps = 0;
  code.lastUsed = epoch;
}

/** Accounts that are linked to the code load it again before its next use. */
export function dropCode(code: Code): void {
  code.id = 0;
}

/** Links an account to its code. */
export function linkCode(account: Account, code: Code): void {
  account.code = <u32>changetype<usize>(code);
  account.codeId = code.id;
}
