import { Account } from './state/account';
import { Slot } from './state/slot';
import { Frame } from './frames/frame';

/** Functions that TypeScript provides, all synchronous. Any of them may throw, which ends the execution. */

/** Fills in balance, nonce, code hash and the kind of the account at its address. */
@external('host', 'loadAccount')
export declare function loadAccount(account: Account): void;

/** Fills in the value of the slot. */
@external('host', 'loadSlot')
export declare function loadSlot(slot: Slot): void;

/** Puts the account's code into the cache and links it to the account. */
@external('host', 'loadCode')
export declare function loadCode(account: Account): void;

/** Stores new code under the hash that the account already has. */
@external('host', 'storeCode')
export declare function storeCode(account: Account, bytes: usize, length: u32): void;

/** Whether the account has any storage (EIP-7610). */
@external('host', 'hasStorage')
export declare function hasStorage(account: Account): bool;

/** Replaces the block number by the hash of that block. */
@external('host', 'blockHash')
export declare function blockHash(word: usize): void;

/** Executes the native contract of a frame; sets the frame's gas and output. Returns a Signal. */
@external('host', 'callNative')
export declare function callNative(frame: Frame, contract: Account): i32;

/** The frame calls console.log, which has no code: the call does nothing. */
@external('host', 'printed')
export declare function printed(frame: Frame): void;

/** Undoes everything since the snapshot in the TypeScript state. */
@external('host', 'revertState')
export declare function revertState(snapshot: u32): void;

/** A slice of gas is used up. Throws when the execution is to stop. */
@external('host', 'sliceEnded')
export declare function sliceEnded(): void;

/** Fills memory with random bytes. */
@external('host', 'fillRandom')
export declare function fillRandom(start: usize, length: usize): void;

/** A table is full, or the system gives no more memory. Always throws. */
@external('host', 'exhausted')
export declare function exhausted(): void;

/** Tracing: the frame is about to execute the instruction at `pc`. */
@external('host', 'traceStep')
export declare function traceStep(frame: Frame, pc: u32, opcode: u32): void;

@external('host', 'traceEnter')
export declare function traceEnter(frame: Frame): void;

@external('host', 'traceExit')
export declare function traceExit(frame: Frame, signal: i32, reason: i32): void;

@external('host', 'traceLog')
export declare function traceLog(log: usize, depth: u32): void;

/** Tracing: a contract transfers its balance with SELFDESTRUCT. */
@external('host', 'traceSelfdestruct')
export declare function traceSelfdestruct(frame: Frame, beneficiary: Account): void;
