/** A cached code. TypeScript creates and evicts these records; an evicted one has the stamp 0. */
@unmanaged
export class Code {
  /** different for every code that was ever in this record */
  stamp: u32;
  bytes: usize;
  length: u32;
  /** the decoded instructions; 0 until the code is first run */
  stream: usize;
  /** for every byte of the code, the address of its JUMPDEST in the stream, or 0 */
  jumps: usize;
  /** epoch of the last use: the least recently used codes are evicted first */
  lastUsed: u32;
}

export const CODE_RECORD_BYTES: usize = 32;
