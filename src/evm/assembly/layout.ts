/**
 * Addresses in the engine's linear memory.
 *
 * Pages that were never written use no physical memory, so every table has room for the most that a transaction of
 * 100 million gas can write (docs/gas.md), the most that a development network allows. A call of a client that has more gas may need more;
 * it ends with an error (`exhausted` in host.ts), not with an outcome.
 */

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/**
 * Static data of the compiler (`memory.data`: scratch words and tables of the arithmetic and of keccak) is below this
 * address; `initialize` traps when it is larger. Everything else is at this address or above.
 */
export const STATIC_DATA_END: usize = 4 * KIB;

/** The words of environment.ts, written by TypeScript before a run. */
export const ENVIRONMENT: usize = STATIC_DATA_END;

/** The blob hashes of the transaction as words (EIP-4844). */
export const BLOB_HASHES: usize = 8 * KIB;
export const MAX_BLOB_HASHES: u32 = 256;

/** Scratch space: arguments that TypeScript passes to a single call, and the hash input of addresses of contracts. */
export const SCRATCH: usize = 16 * KIB;

/** The value of the message while `runMessage` starts. */
export const MESSAGE_VALUE: usize = 18 * KIB;

/** Random factors of the tables' hash: table-hash.ts. */
export const HASH_KEYS: usize = 19 * KIB;

/** One record per opcode, for the current fork: opcode-table.ts. */
export const OPCODE_TABLE: usize = 20 * KIB;

/** A stream of one instruction, the target of every jump to an invalid destination. */
export const BAD_JUMP: usize = 24 * KIB;

/** A block of one opcode: decode-block.ts. */
export const OPCODE_BLOCK: usize = 25 * KIB;

/** Frames by depth, 0 to 1,024: frame.ts. */
export const FRAMES: usize = 64 * KIB;

/** Records of the cached codes: code.ts. A transaction of 2^24 gas (EIP-7825) uses at most some 6,700. */
export const CODES: usize = 512 * KIB;
export const MAX_CODES: u32 = 8192;

/** Bytes in which a stack of 1,024 words fits. */
export const STACK_BYTES: usize = 1024 * 32;

/** The stacks of all frames grow downwards from this address: at most 1,025 times 32 KiB. */
export const STACK_TOP: usize = 35 * MIB;

/** The return data of the last finished call. */
export const RETURN_DATA: usize = 35 * MIB;
export const RETURN_DATA_END: usize = 68 * MIB;

/** Largest memory of one frame, in bytes; it costs 2,150,629,376 gas, and whoever has more ends with an error. */
export const MAX_FRAME_MEMORY: u64 = 32 * MIB;

/**
 * Accounts: a hash index of addresses into a table of records, the list of those a run touched, and of those that
 * differ from the TypeScript state.
 */
export const ACCOUNT_INDEX: usize = 68 * MIB;
export const ACCOUNTS: usize = 69 * MIB;
export const MAX_ACCOUNTS: u32 = 1 << 17;
export const TOUCHED_ACCOUNTS: usize = 86 * MIB;
export const DIRTY_ACCOUNTS: usize = 87 * MIB;

/** Storage slots, likewise. */
export const SLOT_INDEX: usize = 88 * MIB;
export const SLOTS: usize = 90 * MIB;
export const MAX_SLOTS: u32 = 1 << 18;
export const DIRTY_SLOTS: usize = 123 * MIB;

/** Transient storage (EIP-1153), likewise. */
export const TRANSIENT_INDEX: usize = 124 * MIB;
export const TRANSIENTS: usize = 132 * MIB;
export const MAX_TRANSIENTS: u32 = 1 << 20;

/** The journal: journal.ts. */
export const JOURNAL: usize = 220 * MIB;
export const MAX_JOURNAL: u32 = 1 << 20;

/** Logs in the order of emission: logs.ts. */
export const LOGS: usize = 270 * MIB;
export const LOGS_END: usize = 302 * MIB;

/** Cached hashes of 64 bytes: keccak-cache.ts. */
export const KECCAK_CACHE: usize = 302 * MIB;

/** Decoded blocks, and the table in which they are found: code/block-cache.ts. */
export const BLOCK_TABLE: usize = 304 * MIB;
export const STREAM: usize = 305 * MIB;
export const STREAM_END: usize = 313 * MIB;

/**
 * The bytes of the cached codes, each with its bitmap of jump destinations behind it. A slot has room for the longest code
 * that a creation can deposit (EIP-170); longer ones, which only development networks and overrides have, take several.
 */
export const CODE_SLOTS: usize = 376 * MIB;
export const CODE_SLOT_BYTES: usize = 28 * KIB;

/** Memory of the frames, each above its caller's; it grows to the end of the address space. */
export const MEMORY_START: usize = CODE_SLOTS + <usize>MAX_CODES * CODE_SLOT_BYTES;

/**
 * Up to here an instance reserves memory at once: more than the frames of 100 million gas can take, 50 MiB, as each call
 * leaves a 64th of the gas behind.
 */
export const USUAL_MEMORY_END: usize = MEMORY_START + 64 * MIB;
